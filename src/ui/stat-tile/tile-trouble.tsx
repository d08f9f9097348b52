import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#platform/http/web/call-error.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { useShownAt } from '../loaded/stale-notice.tsx';

/** What a tile reads from the question that fills it. */
export interface TileSource {
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

/** The question behind a tile failed: the tile says so itself and the others go on (ux-guide 9, "partly failed"). */
export function TileTrouble({ source, hasValue }: { source: TileSource; hasValue: boolean }) {
  const { t } = useTranslation('ui');
  const shownAt = useShownAt(source.dataUpdatedAt);
  const failure = source.error instanceof CallError ? source.error : undefined;
  useEffect(() => failure?.markShown(), [failure]);
  return (
    <span className="stat-trouble" role="status" data-tip={failure?.message}>
      <Icon name="warning" size={14} />
      <span>{hasValue ? t('stale.tile', shownAt) : t('error.failed.title')}</span>
      <Button kind="link" small onClick={() => void source.refetch()}>
        {t('retry')}
      </Button>
    </span>
  );
}
