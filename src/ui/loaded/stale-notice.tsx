import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#platform/http/web/call-error.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { useFormatTime } from '../time/time.tsx';
import './loaded.css';

export interface StaleNoticeProps {
  error: unknown;
  /** Epoch milliseconds of the answer that is still shown. */
  updatedAt: number;
  onRetry: () => void;
}

/** What is shown could not be refreshed: it stays, says how old it is and why (ux-guide 9). */
export function StaleNotice({ error, updatedAt, onRetry }: StaleNoticeProps) {
  const { t } = useTranslation('ui');
  const failure = error instanceof CallError ? error : undefined;
  const shownAt = useShownAt(updatedAt);
  useEffect(() => failure?.markShown(), [failure]);
  return (
    <div
      className="stale-notice"
      role="status"
      data-tip={failure?.requestId && t('requestId', { id: failure.requestId })}
    >
      <Icon name="warning" size={16} />
      <span>
        {t('stale.notice', shownAt)} {failure?.code !== 'offline' && failure?.message}
      </span>
      <Button kind="link" small onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

/** The time of an answer, for texts. */
export function useShownAt(updatedAt: number): { time: string } {
  return { time: useFormatTime()(new Date(updatedAt).toISOString(), 'second') };
}
