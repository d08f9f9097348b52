import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#platform/http/web/call-error.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import '../empty/empty.css';

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** Names the part that failed, where the rest of the page works. */
  title?: string;
}

/** Cause in words, request id, retry (ux-guide 9). Shown here, so the general notice stays away. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const failure = error instanceof CallError ? error : undefined;
  useEffect(() => failure?.markShown(), [failure]);
  const isForbidden = failure?.status === 403;
  return (
    <div className={isForbidden ? 'empty' : 'empty empty-danger'} role="alert">
      <span className="empty-mark">
        <Icon name={isForbidden ? 'key' : 'warning'} size={22} />
      </span>
      <h2>{title ?? t(isForbidden ? 'error.forbidden' : 'error.title')}</h2>
      <p>{isForbidden ? t('error.askForAccess') : (failure?.message ?? t('error.unknown'))}</p>
      {failure?.requestId && <small>{t('requestId', { id: failure.requestId })}</small>}
      {onRetry && !isForbidden && (
        <Button icon="refresh" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
