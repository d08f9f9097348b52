import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Time } from '#ui/time/time.tsx';
import { dayIn } from '#ui/time/zoned.ts';
import type { FilmEntry } from '../contract/film.ts';
import { useEntryWords } from './entry-words.ts';

interface FilmStripProps {
  entries: readonly FilmEntry[];
  /** Times to the millisecond, and how long after the entry before. */
  isExact: boolean;
}

/** Oldest first, as it happened, by the tenant's days. */
export function FilmStrip({ entries, isExact }: FilmStripProps) {
  const { timeZone } = useTenant();
  const wordsOf = useEntryWords();
  const { t } = useTranslation('order-film');
  return (
    <ol className="film-strip">
      {entries.map((entry, place) => {
        const before = entries[place - 1];
        const isNewDay = !before || dayOf(before.at, timeZone) !== dayOf(entry.at, timeZone);
        const { what, who, why } = wordsOf(entry);
        return (
          <Fragment key={entry.id}>
            {isNewDay && (
              <li className="film-day">
                <Time at={entry.at} part="day" />
              </li>
            )}
            <li className={`film-entry film-tone-${entry.tone}`}>
              <span className="film-time figures">
                <Time at={entry.at} part="clock" zone="never" />
                {isExact && <span className="film-ms">.{entry.at.slice(20, 23)}</span>}
              </span>
              <Gap from={before?.at} to={entry.at} isExact={isExact} />
              <span className="film-of quiet">{t(`kind.${entry.kind}`)}</span>
              <div className="film-what">
                {what} {who && <small className="quiet">{who}</small>}
                {why && <div className="quiet">{t('why', { why })}</div>}
                {entry.raw && (
                  <details>
                    <summary>{t('raw')}</summary>
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard */}
                    <pre tabIndex={0}>{JSON.stringify(entry.raw, null, 2)}</pre>
                  </details>
                )}
              </div>
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}

const dayOf = (at: string, timeZone: string): string => dayIn(Date.parse(at), timeZone);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after the entry before; less than a second is said to those who ask for it. */
function Gap({ from, to, isExact }: { from: string | undefined; to: string; isExact: boolean }) {
  const { t, i18n } = useTranslation('order-film');
  const ms = from === undefined ? 0 : Date.parse(to) - Date.parse(from);
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const words =
    ms >= HOUR
      ? t('gap.hours', { hours: number.format(ms / HOUR) })
      : ms >= MINUTE
        ? t('gap.minutes', { minutes: Math.floor(ms / MINUTE), seconds: Math.round((ms % MINUTE) / SECOND) })
        : ms >= SECOND
          ? t('gap.seconds', { seconds: number.format(ms / SECOND) })
          : isExact && from !== undefined
            ? t('gap.ms', { ms })
            : '';
  return <span className="film-gap quiet figures">{words}</span>;
}
