import { useTranslation } from 'react-i18next';
import { isLoaded, useLoadedTexts } from '../language/use-language.ts';
import { Tag } from '../tag/tag.tsx';
import { useNow } from '../time/now.ts';
import { Time } from '../time/time.tsx';
import type { StatusTags } from './status-tags.ts';

export { type StatusTags, statusTags } from './status-tags.ts';

export interface StatusTagProps {
  of: StatusTags;
  code: string | number | null | undefined;
}

/** A dictionary code as colour, shape and word. An undeclared code is shown as it is, so that it is noticed. */
export function StatusTag({ of, code }: StatusTagProps) {
  if (code === null || code === undefined) return '–';
  return isLoaded(of.namespace) ? <LoadedTag of={of} code={code} /> : <LoadingTag of={of} code={code} />;
}

function LoadedTag({ of, code }: StatusTagProps) {
  const t = useLoadedTexts(of.namespace);
  return <Tag tone={of.tones.get(String(code))}>{t(`${of.key}.${code}`, { defaultValue: String(code) })}</Tag>;
}

/** Fetches the texts of a slice whose page is not open. */
function LoadingTag({ of, code }: StatusTagProps) {
  const { t } = useTranslation(of.namespace);
  return <Tag tone={of.tones.get(String(code))}>{t(`${of.key}.${code}`, { defaultValue: String(code) })}</Tag>;
}

export interface StatusBadgeProps extends StatusTagProps {
  /** Since when the state holds. */
  since?: string | null | undefined;
  /** When the device sent its last message. */
  heardAt?: string | null | undefined;
  /** A value older than twice this interval is shown as stale (ux-guide 7). */
  intervalSeconds?: number | undefined;
}

/** State, since when, last message: the three parts of a live state everywhere. */
export function StatusBadge({ of, code, ...times }: StatusBadgeProps) {
  return (
    <span className="status-badge">
      <StatusTag of={of} code={code} /> <StatusTimes {...times} />
    </span>
  );
}

/** The badge without its tag, where the tag stands elsewhere. A tight cell leaves out the lesser of the two times. */
export function StatusTimes({ since, heardAt, intervalSeconds }: Omit<StatusBadgeProps, 'of' | 'code'>) {
  const t = useLoadedTexts('ui');
  const now = useNow();
  const isStale = heardAt && intervalSeconds !== undefined && now - Date.parse(heardAt) > 2 * intervalSeconds * 1000;
  return (
    <>
      {since && (
        <span className={isStale ? 'status-lesser' : undefined}>
          {/* beside the time of the last message, "11 min ago" would read as a second such time */}
          {heardAt ? (
            <>
              {t('status.for')} <Time at={since} lasting />
              <span className="status-lesser"> ·</span>
            </>
          ) : (
            <Time at={since} relative />
          )}
        </span>
      )}{' '}
      {heardAt && (
        <span className={isStale ? 'status-stale' : 'status-lesser'}>
          {t(isStale ? 'status.stale' : 'status.heard')} <Time at={heardAt} part="clock" zone="never" />
        </span>
      )}
    </>
  );
}
