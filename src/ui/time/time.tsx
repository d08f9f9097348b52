import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useLanguage } from '../language/use-language.ts';
import { formatLength, formatRelative, formatTime, isForeignZone, type TimePart, zoneName } from './format-time.ts';
import { browserNow, useNow } from './now.ts';

export interface TimeProps {
  /** ISO instant; nothing known is shown as a dash. */
  at: string | null | undefined;
  part?: TimePart;
  /** "14 min ago", the exact time in the tooltip. */
  relative?: boolean;
  /** "14 min", how long it has lasted; the exact time in the tooltip. */
  lasting?: boolean;
  /** `never`: the zone is named elsewhere, such as in the column's header. */
  zone?: 'auto' | 'never';
}

/** An instant in the tenant's zone and format. */
export function Time({ at, part = 'minute', relative, lasting, zone = 'auto' }: TimeProps) {
  const language = useLanguage();
  const { timeZone, timeFormat } = useTenant();
  const ms = at ? Date.parse(at) : Number.NaN;
  if (!at || Number.isNaN(ms)) return <span>–</span>;
  const style = { timeZone, timeFormat, language };
  const name = zoneName(ms, timeZone, language);
  const exact = `${formatTime(ms, style, 'second')} ${name}`;
  if (relative || lasting) {
    return (
      <time dateTime={at} data-tip={exact}>
        <Told by={lasting ? formatLength : formatRelative} at={ms} language={language} />
      </time>
    );
  }
  return (
    <time dateTime={at} data-tip={exact} className="figures">
      {formatTime(ms, style, part)}
      {zone === 'auto' && part !== 'day' && isForeignZone(ms, timeZone) && <span className="time-zone"> {name}</span>}
    </time>
  );
}

/** What a heading says of the times below it, behind its words; nothing where the browser has the same zone. */
export function useZoneNote(): string {
  const language = useLanguage();
  const { timeZone } = useTenant();
  const now = browserNow();
  return isForeignZone(now, timeZone) ? ` (${zoneName(now, timeZone, language)})` : '';
}

/** Updated as the clock goes on. */
function Told({ by, at, language }: { by: typeof formatRelative; at: number; language: string }) {
  return by(at, useNow(), language);
}

/** For texts with a time inside. */
export function useFormatTime(): (at: string, part?: TimePart) => string {
  const language = useLanguage();
  const { timeZone, timeFormat } = useTenant();
  return (at, part) => formatTime(Date.parse(at), { timeZone, timeFormat, language }, part);
}
