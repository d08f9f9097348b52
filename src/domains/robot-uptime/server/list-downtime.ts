import type { FaultSpan } from '#domains/alarms/server/index.ts';
import type { RobotRow } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { dayRange } from '#platform/time/rules/local-day.ts';
import type { Downtime, DowntimePage, DowntimeRequest } from '../contract/endpoints.ts';
import { both, type Gap, inWholes, lengthOf, type Span } from '../rules/spans.ts';
import {
  daysOf,
  type Facts,
  factsInPortions,
  type Life,
  lifeOf,
  lostOn,
  type Period,
  uptimePeriod,
} from './fleet-uptime.ts';

const MINUTE_MS = 60_000;

/** The times in which robots could not sell while their spots were open, the newest first: what the figures of uptime are made of. */
export function listDowntime(context: RequestContext, request: DowntimeRequest): Promise<DowntimePage> {
  const { imei, kind, day, pageNo, pageSize } = request;
  return context.read(async (db) => {
    const period = await uptimePeriod(db, context.now(), request);
    const within = daysOf(period).filter((span) => day === undefined || isDay(span, day, period));
    const found: Downtime[] = [];
    for await (const facts of factsInPortions(db, context, request, period))
      for (const robot of facts.robots)
        if (imei === undefined || robot.imei === imei) found.push(...downtimesOf(robot, { facts, period, within }));
    const rows = found
      .filter((row) => kind === undefined || row.kind === kind)
      .sort((one, other) => (one.from < other.from ? 1 : one.from > other.from ? -1 : one.name < other.name ? -1 : 1));
    const { currency, to, now } = period;
    return {
      ...toPage(rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), rows.length, request),
      ...{ currency, to: to.toISOString(), now: now.toISOString() },
      minutes: rows.reduce((sum, row) => sum + row.minutes, 0),
      lostSalesMinor: rows.reduce((sum, row) => sum + row.lostSalesMinor, 0),
    };
  });
}

function downtimesOf(
  robot: RobotRow,
  { facts, period, within }: { facts: Facts; period: Period; within: readonly Span[] },
): readonly Downtime[] {
  const place = {
    ...{ imei: robot.imei, name: robot.name, spotId: robot.spot_id },
    spotName: facts.spotNames.get(robot.spot_id ?? '') ?? null,
  };
  return gapsOf(lifeOf(robot, facts, period), within, facts).map(({ gap, minutes, lostSalesMinor }) => {
    return { ...place, kind: gap.kind, ...causeOf(gap, robot, { facts, period }), minutes, lostSalesMinor };
  });
}

const isDay = ({ from }: Span, day: string, { timeZone }: Period): boolean =>
  dayRange(day, day, timeZone).from.getTime() === from;

interface CostlyGap {
  readonly gap: Gap;
  readonly minutes: number;
  readonly lostSalesMinor: number;
}

/** The gaps of some days with what each cost then; rounded so that they add up to the figures of these days. */
function gapsOf(life: Life, days: readonly Span[], facts: Facts): CostlyGap[] {
  const [open, online] = [life.open, life.online].map((spans) => lengthOf(both(spans, days)));
  const lost = life.gaps.map((gap) => lengthOf(both(gap.lost, days)));
  // offline is what is missing of open, and a fault what is missing of online
  const minutesOf = (kind: Gap['kind'], whole: number) =>
    inWholes(
      life.gaps.map((gap, index) => (gap.kind === kind ? (lost[index] ?? 0) : 0)),
      (sum) => Math.round(whole / MINUTE_MS) - Math.round((whole - sum) / MINUTE_MS),
    );
  const [offline, fault] = [minutesOf('offline', open ?? 0), minutesOf('fault', online ?? 0)];
  const money = days.map((day) => inWholes(lostOn(day, life, facts)));
  return life.gaps.flatMap((gap, index) =>
    lost[index] === 0
      ? []
      : [
          {
            gap,
            minutes: (offline[index] ?? 0) + (fault[index] ?? 0),
            lostSalesMinor: money.reduce((sum, ofDay) => sum + (ofDay[index] ?? 0), 0),
          },
        ],
  );
}

/** Why it was; when it began, also before the period, and ended; an end that the period does not see is null. */
function causeOf({ kind, span }: Gap, { id, imei }: RobotRow, { facts, period }: { facts: Facts; period: Period }) {
  const went = facts.presence.get(imei)?.findLast(({ online, at }) => !online && at.getTime() <= span.from);
  const isAway = kind === 'offline';
  const from = isAway && went ? went.at : new Date(span.from);
  const isOver = span.to < Math.min(period.to.getTime(), period.now.getTime());
  return {
    from: from.toISOString(),
    to: isOver ? new Date(span.to).toISOString() : null,
    reason: isAway ? (went?.reason ?? null) : null,
    fault: isAway ? null : faultsIn(facts.faults.get(id) ?? [], span),
  };
}

/** Faults that lie over each other are one time in which it could not sell: each is named once. */
function faultsIn(faults: readonly FaultSpan[], { from, to }: Span): string {
  const there = faults.filter((fault) => fault.from.getTime() < to && (fault.to?.getTime() ?? Infinity) > from);
  return [...new Set(there.map(({ words }) => words))].filter((words) => words !== '').join(', ');
}
