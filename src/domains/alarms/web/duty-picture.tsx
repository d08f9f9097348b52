import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { useNow } from '#ui/time/now.ts';
import { useFormatTime } from '#ui/time/time.tsx';
import type { DutyBlock, DutyWeek } from '../contract/duty-endpoints.ts';
import { spotWords } from './spot-words.ts';

type Day = DutyWeek['days'][number];
const TONES = 5;
const HOURS = [0, 6, 12, 18, 24] as const;

/** The same person has the same colour in all weeks. */
const toneOf = (userId: string): number => [...userId].reduce((sum, char) => sum + char.charCodeAt(0), 0) % TONES;

/** Rows for blocks at the same time: each goes into the first one that is free. */
function lanesOf(blocks: readonly DutyBlock[]): (readonly DutyBlock[])[] {
  const lanes: DutyBlock[][] = [];
  for (const block of blocks) {
    const free = lanes.find((lane) => (lane.at(-1)?.until ?? '') <= block.from);
    if (free) free.push(block);
    else lanes.push([block]);
  }
  return lanes.length === 0 ? [[]] : lanes;
}

/** The week, a row for each day: who is on duty from when to when. */
export function DutyPicture({ week }: { week: DutyWeek }) {
  const language = useLanguage();
  const now = useNow();
  return (
    <div className="duty-week">
      <div className="duty-hours" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      <ol>
        {week.days.map((day) => (
          <li key={day.day} className="duty-day">
            <h3>
              {cachedDateFormat(language, {
                weekday: 'short',
                day: 'numeric',
                timeZone: 'UTC',
              }).format(Date.parse(`${day.day}T12:00:00Z`))}
            </h3>
            <DayRow day={day} blocks={week.blocks} now={now} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function DayRow({ day, blocks, now }: { day: Day; blocks: readonly DutyBlock[]; now: number }) {
  const { t } = useTranslation('duties');
  const language = useLanguage();
  const format = useFormatTime();
  const [begin, end] = [Date.parse(day.from), Date.parse(day.until)];
  const there = blocks.filter(({ from, until }) => from < day.until && until > day.from);
  const place = (at: number): number => ((Math.min(Math.max(at, begin), end) - begin) / (end - begin)) * 100;
  return (
    <div className="duty-lanes">
      {there.length === 0 && <span className="duty-free quiet">{t('week.free')}</span>}
      {lanesOf(there).map((lane) => (
        <ul key={lane.map(({ from, userId }) => `${from}${userId}`).join()} className="duty-lane">
          {lane.map((block) => {
            const [from, until] = [place(Date.parse(block.from)), place(Date.parse(block.until))];
            const hours = t('week.goesOn', { from: format(block.from, 'clock'), to: format(block.until, 'clock') });
            const spot = spotWords(block, t, language);
            const instead = block.insteadOf === '' ? '' : t('week.insteadOf', { name: block.insteadOf });
            const tip = joinWords(
              [block.userName, hours, spot, block.name, instead].filter((words) => words !== ''),
              language,
            );
            return (
              <li
                key={`${block.userId}${block.spotId ?? ''}${block.from}${block.insteadOf}`}
                className={`duty-block duty-tone-${toneOf(block.userId)}`}
                style={{ insetInlineStart: `${from}%`, inlineSize: `${until - from}%` } as CSSProperties}
                data-tip={tip}
              >
                <span>{block.userName}</span>
                <small>{`${hours} · ${spot}`}</small>
              </li>
            );
          })}
        </ul>
      ))}
      {now >= begin && now < end && <span className="duty-now-line" style={{ insetInlineStart: `${place(now)}%` }} />}
    </div>
  );
}
