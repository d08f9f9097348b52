import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#platform/http/web/call-error.ts';
import { type ExplainedRight, explainRight } from '#platform/viewer/web/explain-right.ts';
import { rightName } from '#platform/viewer/web/right-name.ts';
import { Button } from '../button/button.tsx';
import { Drawing } from '../drawing/drawing.tsx';
import { joinWords } from '../language/join-words.ts';
import { useLanguage } from '../language/use-language.ts';
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
      {kind === 'forbidden' && failure?.permission !== undefined && <WhoGives right={failure.permission} />}
      {failure?.requestId && <small>{t('requestId', { id: failure.requestId })}</small>}
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

/** Which roles give the right, and who can give them, where that can be asked. */
function WhoGives({ right }: { right: string }) {
  const { t } = useTranslation('ui');
  const language = useLanguage();
  const [known, setKnown] = useState<ExplainedRight>();
  useEffect(() => {
    let isOn = true;
    explainRight(right).then(
      (explained) => isOn && setKnown(explained),
      // the page says what is missing without it too
      () => undefined,
    );
    return () => {
      isOn = false;
    };
  }, [right]);
  if (!known) return null;
  const { roles, givers } = known;
  return (
    <p className="quiet">
      {roles.length > 0 && t('error.forbidden.roles', { roles: joinWords(roles, language) })}{' '}
      {givers.length > 0 && t('error.forbidden.givers', { people: joinWords(givers, language) })}
    </p>
  );
}

const ICONS = { forbidden: 'key', missing: 'search', failed: 'warning' } as const;
