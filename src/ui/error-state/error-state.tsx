import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#platform/http/web/call-error.ts';
import { askWhy } from '#platform/viewer/web/ask-why.ts';
import { rightName } from '#platform/viewer/web/right-name.ts';
import { Button } from '../button/button.tsx';
import { Drawing } from '../drawing/drawing.tsx';
import '../empty/empty.css';

export interface ErrorStateProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Names the part that failed, where the rest of the page works. */
  title?: string | undefined;
  /** A way on where trying again does not help: back to the list. */
  back?: ReactNode;
}

/** Cause in words, request id, retry (ux-guide 9). Shown here, so the general notice stays away. */
export function ErrorState({ error, onRetry, title, back }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const failure = error instanceof CallError ? error : undefined;
  useEffect(() => failure?.markShown(), [failure]);
  // A record's page is asked for by its address alone: what the server cannot read as a number is no record either.
  const isMissing = failure?.status === 404 || (back !== undefined && failure?.status === 400);
  const kind = failure?.status === 403 ? 'forbidden' : isMissing ? 'missing' : 'failed';
  const right = rightName(failure?.permission);
  return (
    <div className="empty" role="alert">
      <Drawing icon={ICONS[kind]} isBroken={kind === 'failed'} />
      <h2>{title ?? t(`error.${kind}.title`)}</h2>
      <p>
        {kind === 'failed'
          ? (failure?.message ?? t('error.failed.hint'))
          : right
            ? t('error.forbidden.needs', { right })
            : t(`error.${kind}.hint`)}
      </p>
      {failure?.requestId && <small>{t('requestId', { id: failure.requestId })}</small>}
      {failure?.permission !== undefined && (
        <Button onClick={() => askWhy({ action: failure.permission ?? '' })}>{t('error.forbidden.why')}</Button>
      )}
      {kind === 'failed' && onRetry ? (
        <Button icon="refresh" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : (
        back
      )}
    </div>
  );
}

const ICONS = { forbidden: 'key', missing: 'search', failed: 'warning' } as const;
