import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { powerBankNotices } from '../contract/power-bank.ts';

/** The newest notices about one unit. */
export function UnitNotices({ serial }: { serial: string }) {
  const { t } = useTranslation('power-banks');
  const query = useQuery({
    queryKey: ['power-banks', 'notices', serial],
    queryFn: ({ signal }) =>
      call(
        powerBankNotices.endpoints.page,
        { superQueryParams: JSON.stringify([{ field: 'serial', rule: 'eq', val: serial }]) },
        { signal, notices: 'none' },
      ),
  });
  useLiveRefresh({ concerns: ({ kind }) => kind === powerBankNotices.name, refresh: () => query.refetch() });
  const records = query.data?.records ?? [];
  if (query.data && records.length === 0) return <p className="quiet">{t('detail.noNotices')}</p>;
  return (
    <ul className="unit-notices">
      {records.map((notice) => (
        <li key={notice.id}>
          <Tag tone={notice.state === 'open' ? 'warning' : 'neutral'}>
            <DictionaryText code="power_bank_notice" value={notice.kind} />
          </Tag>
          <span className="quiet">
            <Time at={notice.openedAt} part="second" /> {notice.detail} {notice.note}
          </span>
        </li>
      ))}
    </ul>
  );
}
