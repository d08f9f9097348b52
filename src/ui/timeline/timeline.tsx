import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import type { Tone } from '../tag/tag.tsx';
import { Time } from '../time/time.tsx';
import { dayIn } from '../time/zoned.ts';
import './timeline.css';

export interface TimelineEntry {
  id: string;
  /** ISO instant. */
  at: string;
  /** What happened, in words. */
  what: ReactNode;
  /** Person, robot or job; with the source where it matters. */
  who?: ReactNode;
  detail?: ReactNode;
  tone?: Tone;
  /** Shown on demand, to those who may see it. */
  raw?: unknown;
}

/** Newest first, grouped by the tenant's days. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  const { t } = useTranslation('ui');
  const { timeZone } = useTenant();
  const days = useMemo(() => {
    const sorted = [...entries].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    return [...Map.groupBy(sorted, (entry) => dayIn(Date.parse(entry.at), timeZone))];
  }, [entries, timeZone]);

  return (
    <section aria-label={label}>
      {days.map(([day, ofDay]) => (
        <div key={day} className="timeline-day">
          <h3>
            <Time at={ofDay[0]?.at} part="day" />
          </h3>
          <ol>
            {ofDay.map((entry) => (
              <li key={entry.id} className={`timeline-entry timeline-new tone-${entry.tone ?? 'neutral'}`}>
                <Time at={entry.at} part="clock" zone="never" />
                <div className="timeline-what">
                  {entry.what} {entry.who && <small>{entry.who}</small>}
                  {entry.detail && <div>{entry.detail}</div>}
                  {entry.raw !== undefined && entry.raw !== null && (
                    <details>
                      <summary>{t('timeline.raw')}</summary>
                      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard */}
                      <pre tabIndex={0}>{JSON.stringify(entry.raw, null, 2)}</pre>
                    </details>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
