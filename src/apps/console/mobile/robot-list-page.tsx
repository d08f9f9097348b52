import { useEffect, useRef, useState } from 'react';
import type { TemperatureReading } from '#domains/robots/contract/messages.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { healthTags, soldOutTags } from '#domains/robots/web/phone/index.ts';
import { hasSessionEnded } from '#platform/http/web/session-expiry.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { browserNow } from '#ui/time/now.ts';
import { onPhone } from './addresses.ts';
import { askAlarmCounts } from './calls.ts';
import { Fault, MobileFrame, MobileLink } from './frame.tsx';
import { go, usePlace } from './place.ts';
import { useFormats, useSurroundings } from './surroundings.ts';
import { wordOf } from './texts.ts';
import { useAnswer } from './use-answer.ts';
import { isSegment, SEGMENTS, type Segment, useRobotList } from './use-robot-list.ts';

const SEARCH_DELAY_MS = 300;

/** All robots as cards, more as the list is scrolled; its place is kept when somebody comes back (ux-guide 13). */
export function RobotListPage() {
  const { texts } = useSurroundings();
  const words = texts.robotPage;
  const { searchParams } = usePlace();
  const asked = searchParams.get('segment');
  const segment: Segment = isSegment(asked) ? asked : 'all';
  const keyword = searchParams.get('keyword') ?? '';
  const list = useRobotList({ segment, keyword });
  const mayAlarms = useSession((session) => session.permissions.has('alarm:view'));
  const alarms = useAnswer('alarm counts', askAlarmCounts, 'alarm', { isWanted: mayAlarms });
  const [cleared, setCleared] = useState(0);
  // the end of the session has a notice of its own
  const error = hasSessionEnded() ? undefined : list.error;
  const show = (next: { segment?: Segment; keyword?: string }): void => {
    const query = new URLSearchParams();
    const wanted = { segment, keyword, ...next };
    if (wanted.segment !== 'all') query.set('segment', wanted.segment);
    if (wanted.keyword !== '') query.set('keyword', wanted.keyword);
    go(`${location.pathname}${query.size > 0 ? `?${query}` : ''}`, { replace: true });
  };
  const segmentName = (one: Segment): string => {
    if (one === 'all') return words.all;
    return one === 'attention' ? texts.homePage.attentionShort : wordOf(texts.robotWords.health, one);
  };

  return (
    <MobileFrame title={texts.robots}>
      <div className="mobile-sticky">
        <SearchBox key={cleared} keyword={keyword} onSearch={(text) => show({ keyword: text })} />
        <fieldset className="mobile-segments" aria-label={words.segment}>
          {SEGMENTS.filter((one) => one !== 'notConnected' || list.counts?.[one] || one === segment).map((one) => (
            <label key={one}>
              <input type="radio" name="segment" checked={one === segment} onChange={() => show({ segment: one })} />
              <span>
                {segmentName(one)} <small>{list.counts?.[one]}</small>
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      {error && <Fault error={error} onRetry={list.refresh} />}
      {list.robots?.length === 0 && (
        <div className="mobile-empty">
          <p>{words.nothing}</p>
          {(segment !== 'all' || keyword !== '') && (
            <button
              type="button"
              className="button"
              onClick={() => {
                show({ segment: 'all', keyword: '' });
                setCleared(cleared + 1);
              }}
            >
              {words.showAll}
            </button>
          )}
        </div>
      )}
      {!list.robots && !error && <WaitingCards />}
      <ul className="mobile-cards">
        {list.robots?.map((robot) => (
          <li key={robot.id}>
            <RobotCard robot={robot} alarms={alarms.data?.get(robot.imei) ?? 0} />
          </li>
        ))}
      </ul>
      <MoreSentinel hasMore={list.hasMore} onReach={list.more} />
      <p className="mobile-end" role="status">
        {list.robots && !list.hasMore
          ? list.robots.length > 0 && filled(words.end, { count: list.total })
          : !error && words.more}
      </p>
    </MobileFrame>
  );
}

function SearchBox({ keyword, onSearch }: { keyword: string; onSearch: (text: string) => void }) {
  const { texts } = useSurroundings();
  const [text, setText] = useState(keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      aria-label={texts.robotPage.search}
      placeholder={texts.robotPage.search}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(next.trim()), SEARCH_DELAY_MS);
      }}
    />
  );
}

/** The room of the first cards. */
function WaitingCards() {
  return (
    <div className="mobile-cards" aria-hidden="true">
      {[1, 2, 3, 4].map((one) => (
        <div key={one} className="mobile-card mobile-outline mobile-card-awaited" />
      ))}
    </div>
  );
}

/** Identity, state with its time, two readings, faults; a tap on the name opens it, the rest are buttons. */
function RobotCard({ robot, alarms }: { robot: Robot; alarms: number }) {
  const { texts } = useSurroundings();
  const words = texts.robotPage;
  const { ago, lasting } = useFormats();
  const heardWords = (at: string): string =>
    browserNow() - Date.parse(at) < 60_000 ? words.heardNow : filled(words.heard, { time: ago(at) });
  const since = robot.presenceChangedAt && filled(words.since, { time: lasting(robot.presenceChangedAt) });
  const heard = robot.lastHeardAt ? heardWords(robot.lastHeardAt) : words.never;
  return (
    <article className="mobile-card">
      <h2>
        <MobileLink to={onPhone.robot(robot.imei)}>{robot.name}</MobileLink>
      </h2>
      <p className="mobile-soft">{[robot.spotName, robot.imei].filter(Boolean).join(' · ')}</p>
      <p className="mobile-tags">
        <Tag tone={healthTags.tones.get(robot.health)}>{wordOf(texts.robotWords.health, robot.health)}</Tag>
        {robot.faults.length > 0 && <Tag tone="danger">{filled(words.faults, { count: robot.faults.length })}</Tag>}
        {alarms > 0 && (
          <MobileLink to={onPhone.alarmsOf(robot.imei)} className="mobile-alarms">
            <Tag tone="warning">{filled(words.alarms, { count: alarms })}</Tag>
          </MobileLink>
        )}
        <small>{[since, heard].filter(Boolean).join(' · ')}</small>
      </p>
      <p className="mobile-readings">
        <Readings readings={robot.temperatures.slice(0, 2)} />
        {robot.health !== 'notConnected' && (
          <Tag tone={soldOutTags.tones.get(robot.soldOut)} plain>
            {wordOf(texts.robotWords.soldOut, robot.soldOut)}
          </Tag>
        )}
      </p>
      <p className="mobile-actions">
        <MobileLink className="button" to={onPhone.robot(robot.imei)}>
          <Icon name="robot" size={16} />
          {words.open}
        </MobileLink>
        <MobileLink className="button" to={onPhone.orders(robot.imei)}>
          <Icon name="order" size={16} />
          {words.orders}
        </MobileLink>
      </p>
    </article>
  );
}

function Readings({ readings }: { readings: readonly TemperatureReading[] }) {
  const { texts, language } = useSurroundings();
  const degrees = new Intl.NumberFormat(language, { style: 'unit', unit: 'celsius', maximumFractionDigits: 1 });
  return readings.map(({ part, celsiusTenths }) => (
    <span key={part}>
      {wordOf(texts.robotWords.part, part)} <b>{degrees.format(celsiusTenths / 10)}</b>
    </span>
  ));
}

/** Reaching the end of the list brings the next cards before anybody sees that there is one. */
function MoreSentinel({ hasMore, onReach }: { hasMore: boolean; onReach: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = sentinel.current;
    if (!element || !hasMore) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onReach();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, onReach]);
  return <div ref={sentinel} />;
}
