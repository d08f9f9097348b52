import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { UNREAD_COUNTED } from '#system/notices/contract/notice-kind.ts';
import { ALARMS, CONSOLE_NOTICES, CONSOLE_ORDERS, REFILL, ROBOTS } from './addresses.ts';
import { askAlarmFigures, askMonitor, askToday, askUnread } from './calls.ts';
import { Answered, MobileFrame, MobileLink } from './frame.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useFormats, useSurroundings } from './surroundings.ts';
import { type Answer, useAnswer } from './use-answer.ts';

/** What somebody on the way wants to know at a glance; each tile opens its list (ux-guide 13). */
export function HomePage() {
  const { texts } = useSurroundings();
  const words = texts.homePage;
  const may = useSession((session) => session.permissions);
  const today = useAnswer('today', askToday, 'order', { isWanted: may.has('order:view') });
  const robots = useAnswer('robots', askMonitor, 'robot', { isWanted: may.has('robot:view') });
  const alarms = useAnswer('alarms', askAlarmFigures, 'alarm', { isWanted: may.has('alarm:view') });
  const notices = useAnswer('notices', askUnread, 'notice');
  const all: readonly Answer<unknown>[] = [today, robots, alarms, notices];
  return (
    <MobileFrame title={words.title}>
      <PullToRefresh
        isBusy={all.some((answer) => answer.isAsking)}
        onRefresh={() => {
          for (const answer of all) answer.refresh();
        }}
        staleSince={all.find((answer) => answer.error)?.at}
      >
        <div className="mobile-tiles">
          {may.has('order:view') && (
            <Answered answer={today} skeleton={<TileSkeleton count={2} hasLine />}>
              {(figures) => <OrderTiles today={figures} />}
            </Answered>
          )}
          {may.has('robot:view') && (
            <Answered answer={robots} skeleton={<TileSkeleton count={1} />}>
              {({ counts: { attention, total } }) => (
                <MobileLink to={`${ROBOTS}?segment=attention`} className="mobile-tile">
                  <span>{words.attention}</span>
                  <b className={attention > 0 ? 'mobile-bad' : undefined}>{attention}</b>
                  <small>{filled(words.ofRobots, { count: total })}</small>
                </MobileLink>
              )}
            </Answered>
          )}
          {may.has('alarm:view') && (
            <Answered answer={alarms} skeleton={<TileSkeleton count={1} />}>
              {({ open, critical }) => (
                <MobileLink to={ALARMS} className="mobile-tile">
                  <span>{words.alarms}</span>
                  <b className={open > 0 ? 'mobile-bad' : undefined}>{open}</b>
                  {critical > 0 && <small>{filled(words.critical, { count: critical })}</small>}
                </MobileLink>
              )}
            </Answered>
          )}
          <Answered answer={notices} skeleton={<TileSkeleton count={1} />}>
            {({ count }) => (
              <a href={CONSOLE_NOTICES} className="mobile-tile">
                <span>{words.unread}</span>
                <b>{count >= UNREAD_COUNTED ? `${UNREAD_COUNTED - 1}+` : count}</b>
              </a>
            )}
          </Answered>
          {may.has('robot:refill') && (
            <MobileLink to={REFILL} className="mobile-tile">
              <span>{words.refill}</span>
              <small>{words.refillText}</small>
            </MobileLink>
          )}
        </div>
      </PullToRefresh>
    </MobileFrame>
  );
}

function OrderTiles({ today }: { today: OrderStatistics }) {
  const { texts } = useSurroundings();
  const words = texts.homePage;
  const { money } = useFormats();
  const { figures, previous, series } = today;
  const [revenue] = figures.revenue;
  const before = previous.revenue.find((one) => one.currency === revenue?.currency);
  return (
    <>
      <a href={CONSOLE_ORDERS} className="mobile-tile">
        <span>{words.orders}</span>
        <b>{figures.orders}</b>
        <small>{filled(words.yesterday, { value: previous.orders })}</small>
      </a>
      <a href={CONSOLE_ORDERS} className="mobile-tile">
        <span>{words.revenue}</span>
        <b>{money(revenue?.netMinor ?? 0, revenue?.currency)}</b>
        <small>{filled(words.yesterday, { value: money(before?.netMinor ?? 0, revenue?.currency) })}</small>
      </a>
      <HourLine values={series.map((hour) => hour.orders)} label={filled(words.hours, { orders: figures.orders })} />
    </>
  );
}

const LINE = { width: 320, height: 48 };

/** A sparkline of the day; its figures stand in the tiles. */
function HourLine({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  const width = LINE.width / Math.max(1, values.length);
  return (
    <svg
      className="mobile-line"
      viewBox={`0 0 ${LINE.width} ${LINE.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, hour) => {
        const height = (value / most) * (LINE.height - 2);
        return (
          <rect
            key={hour}
            x={hour * width + 1}
            y={LINE.height - Math.max(height, 1)}
            width={Math.max(width - 2, 1)}
            height={Math.max(height, 1)}
            rx="1"
          />
        );
      })}
    </svg>
  );
}

function TileSkeleton({ count, hasLine }: { count: number; hasLine?: boolean }) {
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className="mobile-tile mobile-outline" />
      ))}
      {hasLine && <span className="mobile-line" />}
    </>
  );
}
