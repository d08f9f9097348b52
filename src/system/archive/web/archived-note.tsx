import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Card } from '#ui/card/card.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import { archiveMonths } from '../contract/archive-months.ts';
import type { Archived } from '../contract/archived.ts';
import { archiveEndpoints } from '../contract/endpoints.ts';
import { restoreRows } from './restore-rows.ts';

/** Says of a record that how it came about has left for the archive, and brings its month back. */
export default function ArchivedNote({ archived, queryKey }: { archived: Archived; queryKey: QueryKey }) {
  const { monthId, month, since, isComingBack } = archived;
  const { t } = useTranslation('archive');
  const format = useFormatTime();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey });
  useLiveRefresh({ concerns: ({ kind, id }) => kind === archiveMonths.name && id === monthId, refresh });
  const restore = (
    <ActionButton
      small
      action={{
        ...{ key: 'restore', icon: 'archive', label: t('archived.restore', { month }), by: archiveEndpoints.restore },
        onSelect: () => void restoreRows({ id: monthId, month, isBack: false }, t).then(refresh),
      }}
    />
  );
  return (
    <Card title={t('archived.title')} extra={!isComingBack && restore}>
      <p role="status">
        {isComingBack ? t('archived.comingBack', { month }) : t('archived.since', { since: format(since, 'day') })}
      </p>
    </Card>
  );
}
