import { isDeepStrictEqual } from 'node:util';
import { MATERIAL_EMPTY } from '#domains/beverages/rules/material-level.ts';
import type { MaterialNews } from '#domains/beverages/server/index.ts';
import type { ConfigReportedData } from '#domains/devices/contract/messages.ts';
import { deviceTime } from '#domains/devices/rules/device-clock.ts';
import { isNewer } from '#domains/devices/rules/message-order.ts';
import { type DeviceCondition, type Folded, foldReports, type PlacedReport } from '#domains/devices/server/index.ts';
import type { Fault, TelemetryData } from '#domains/robots/contract/messages.ts';
import type { RobotMode } from '#domains/robots/contract/robot-status.ts';
import { isAbnormal, isSameFault } from '#domains/robots/rules/robot-state.ts';
import type { RobotReport, RobotTelemetry } from './robot-report.ts';

/** What the database knows of a robot's condition. */
export interface RobotCondition extends DeviceCondition {
  readonly firmware: string;
  readonly mode: RobotMode;
  /** The server has asked for another mode: what the robot still reports does not undo it. */
  readonly modeIsAsked: boolean;
  readonly faults: readonly Fault[];
  readonly makingOrderNo: string | null;
  readonly telemetry: RobotTelemetry;
  readonly telemetryAt: Date | null;
  readonly telemetryOrdinal: number;
  readonly telemetrySeq: number;
  readonly configVersion: number | null;
  /** The settings that it said last, when it said so, and since when it says the same. */
  readonly reported: Partial<ConfigReportedData>;
  readonly reportedAt: Date | null;
  readonly reportedChangedAt: Date | null;
}

/** What was said of materials that counts for what is sold, by their codes. */
type SaidOfMaterial = Pick<MaterialNews, 'reported' | 'empty'>;
export type SaidOfMaterials = ReadonlyMap<string, SaidOfMaterial>;

export interface FoldedRobot extends Folded<RobotCondition> {
  readonly materials: SaidOfMaterials;
}

/** Applies a robot's reports in the order of their arrival (practice 10, security 10.4). */
export function foldRobot(start: RobotCondition, reports: readonly PlacedReport<RobotReport>[]): FoldedRobot {
  const materials = new Map<string, SaidOfMaterial>();
  const folded = foldReports(start, reports, (condition, incoming) => {
    const applied = applyReport(condition, incoming);
    if (applied)
      for (const [code, said] of saidOfMaterials(condition.faults, incoming))
        materials.set(code, latest(materials.get(code), said));
    return applied;
  });
  return { ...folded, materials };
}

/** Nothing where the report is older than what was applied. */
function applyReport(robot: RobotCondition, incoming: PlacedReport<RobotReport>): RobotCondition | undefined {
  const { report, frame, ordinal, receivedAt } = incoming;
  const position = { session: ordinal, seq: frame.seq };
  const isNews = isNewer(position, { session: robot.presence.session ?? -1, seq: robot.stateSeq });
  const isNewsOfTelemetry = isNewer(position, { session: robot.telemetryOrdinal, seq: robot.telemetrySeq });
  const telemetryMarks = { telemetryAt: receivedAt, telemetryOrdinal: ordinal, telemetrySeq: frame.seq };
  switch (report.kind) {
    case 'state': {
      if (!isNews || !report.data.online) return undefined;
      const { fw, mode, faults, makingOrderNo } = report.data;
      return {
        ...robot,
        stateSeq: frame.seq,
        ...(fw === undefined ? {} : { firmware: fw }),
        ...(mode === undefined || robot.modeIsAsked ? {} : { mode }),
        ...(faults === undefined ? {} : { faults: faults.map((fault) => inKnownWords(fault, robot.faults)) }),
        ...(makingOrderNo === undefined ? {} : { makingOrderNo }),
      };
    }
    case 'telemetry':
      if (!isNewsOfTelemetry) return undefined;
      return { ...robot, ...telemetryMarks, telemetry: mergeTelemetry(robot.telemetry, report.data) };
    case 'config':
      return {
        ...robot,
        configVersion: report.data.version,
        reported: report.data,
        reportedAt: receivedAt,
        reportedChangedAt: isDeepStrictEqual(robot.reported, report.data) ? robot.reportedChangedAt : receivedAt,
      };
    case 'event':
      if (report.data.kind === 'fault') {
        if (!isNews) return undefined;
        const { code, part, text, active } = report.data;
        const fault = inKnownWords({ code, part, text }, robot.faults);
        const others = robot.faults.filter((known) => !isSameFault(known, fault));
        return { ...robot, stateSeq: frame.seq, faults: active ? [...others, fault] : others };
      }
      if (report.data.kind === 'outlet.changed') {
        if (!isNewsOfTelemetry) return undefined;
        return { ...robot, ...telemetryMarks, telemetry: mergeTelemetry(robot.telemetry, { outlets: [report.data] }) };
      }
      // other events change what their own slice keeps
      return robot;
  }
}

/** A robot that says a fault again without words has not changed its mind about them. */
function inKnownWords(fault: Fault, known: readonly Fault[]): Fault {
  const text = fault.text ?? known.find((each) => isSameFault(each, fault))?.text;
  return text === undefined ? fault : { ...fault, text };
}

/**
 * What an applied report means for stock. Of a list of all faults, those count that were not known and those that are
 * gone; a known fault is no change. The event of a fault always is one: the robot ran out of it just then.
 */
function saidOfMaterials(
  known: readonly Fault[],
  { report, frame, receivedAt }: PlacedReport<RobotReport>,
): SaidOfMaterials {
  const at = deviceTime(frame.deviceAt, receivedAt);
  if (report.kind === 'telemetry')
    return new Map((report.data.materials ?? []).map(({ code, level }) => [code, { reported: { level, at } }]));
  if (report.kind === 'event' && report.data.kind === 'fault') {
    const { code, part, active } = report.data;
    if (code !== MATERIAL_EMPTY || part === undefined) return new Map();
    return new Map([[part, { empty: active ? { since: at } : 'cleared' }]]);
  }
  if (report.kind !== 'state' || report.data.faults === undefined) return new Map();
  const were = partsOutOf(known);
  const are = partsOutOf(report.data.faults);
  return new Map<string, SaidOfMaterial>([
    ...[...were.difference(are)].map((part) => [part, { empty: 'cleared' as const }] as const),
    ...[...are.difference(were)].map((part) => [part, { empty: { since: at } }] as const),
  ]);
}

/** Of two measurements the later one by the robot's clock counts. */
function latest(known: SaidOfMaterial | undefined, said: SaidOfMaterial): SaidOfMaterial {
  const isOlder = known?.reported && said.reported && said.reported.at < known.reported.at;
  return { ...known, ...said, ...(isOlder && { reported: known.reported }) };
}

function partsOutOf(faults: readonly Fault[]): Set<string> {
  return new Set(faults.flatMap(({ code, part }) => (code === MATERIAL_EMPTY && part !== undefined ? [part] : [])));
}

function mergeTelemetry(known: RobotTelemetry, news: TelemetryData): RobotTelemetry {
  return {
    ...known,
    ...(news.temperatures && {
      temperatures: { ...known.temperatures, ...byKey(news.temperatures, (each) => [each.part, each.celsiusTenths]) },
    }),
    ...(news.materials && {
      materials: { ...known.materials, ...byKey(news.materials, (each) => [each.code, each.level]) },
    }),
    ...(news.outlets && {
      outlets: { ...known.outlets, ...byKey(news.outlets, (each) => [String(each.outlet), each.state]) },
    }),
    ...(news.pumps && { pumps: { ...known.pumps, ...byKey(news.pumps, (each) => [each.pump, each.ok]) } }),
    ...(news.window && { window: news.window }),
    ...(news.cupsSinceMaintenance !== undefined && { cupsSinceMaintenance: news.cupsSinceMaintenance }),
  };
}

function byKey<Item, Value>(items: readonly Item[], entry: (item: Item) => [string, Value]): Record<string, Value> {
  return Object.fromEntries(items.map(entry));
}

export function abnormalOf(condition: RobotCondition): boolean {
  return isAbnormal(condition.faults);
}
