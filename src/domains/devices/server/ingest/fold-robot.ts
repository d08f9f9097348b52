import { MATERIAL_EMPTY } from '#domains/beverages/rules/material-level.ts';
import type { MaterialNews } from '#domains/beverages/server/index.ts';
import type { Fault, TelemetryData } from '#domains/devices/contract/messages.ts';
import type { PresenceReason, RobotMode } from '#domains/devices/contract/robot-status.ts';
import { clockSkewSeconds, deviceTime } from '#domains/devices/rules/device-clock.ts';
import { isNewer } from '#domains/devices/rules/message-order.ts';
import { nextPresence, type Presence, type PresenceSignal } from '#domains/devices/rules/presence.ts';
import { isAbnormal, isSameFault } from '#domains/devices/rules/robot-state.ts';
import type { IncomingReport, RobotTelemetry } from './incoming.ts';

/** What the database knows of a robot's condition. */
export interface RobotCondition {
  readonly presence: Presence;
  readonly session: string | null;
  readonly stateSeq: number;
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
  readonly clockSkewSeconds: number;
  readonly configVersion: number | null;
}

export interface PresenceTurn {
  readonly online: boolean;
  readonly reason: PresenceReason;
  readonly at: Date;
}

/** What was said of materials that counts for what is sold, by their codes. */
type SaidOfMaterial = Pick<MaterialNews, 'reported' | 'empty'>;
export type SaidOfMaterials = ReadonlyMap<string, SaidOfMaterial>;

export interface FoldedRobot {
  readonly condition: RobotCondition;
  readonly turns: readonly PresenceTurn[];
  readonly materials: SaidOfMaterials;
  /** A birth came in: the robot wants what waits for it. */
  readonly isBorn: boolean;
  /** Reports that came too late to change anything. */
  readonly ignored: ReadonlySet<IncomingReport>;
  /** More than a sign of life. */
  readonly hasNews: boolean;
}

/** Applies a robot's reports in the order of their arrival (practice 10, security 10.4). */
export function foldRobot(
  start: RobotCondition,
  reports: readonly (IncomingReport & { readonly ordinal: number })[],
): FoldedRobot {
  let condition = start;
  let isBorn = false;
  let hasNews = false;
  const turns: PresenceTurn[] = [];
  const materials = new Map<string, SaidOfMaterial>();
  const ignored = new Set<IncomingReport>();
  for (const incoming of reports) {
    const { ordinal, receivedAt, frame } = incoming;
    const decision = nextPresence(condition.presence, signalOf(incoming, condition), receivedAt);
    const isOtherSession = decision.presence.session !== condition.presence.session;
    condition = {
      ...condition,
      presence: decision.presence,
      clockSkewSeconds: clockSkewSeconds(frame.deviceAt, receivedAt),
      ...(isOtherSession ? { session: frame.session, stateSeq: -1 } : {}),
    };
    if (decision.change) turns.push({ ...decision.change, at: receivedAt });
    const isCurrent = ordinal === condition.presence.session;
    const applied = isCurrent || incoming.report.kind === 'telemetry' ? applyReport(condition, incoming) : undefined;
    if (applied) {
      for (const [code, said] of saidOfMaterials(condition.faults, incoming))
        materials.set(code, latest(materials.get(code), said));
      condition = applied;
      hasNews = true;
      isBorn ||= incoming.report.kind === 'state' && incoming.report.data.online && isOtherSession;
    } else if (incoming.report.kind === 'event') ignored.add(incoming);
  }
  return {
    condition,
    turns,
    materials,
    isBorn: isBorn || turns.some((turn) => turn.online),
    ignored,
    hasNews: hasNews || turns.length > 0,
  };
}

function signalOf(
  { ordinal, report, frame }: IncomingReport & { ordinal: number },
  condition: RobotCondition,
): PresenceSignal {
  if (report.kind !== 'state') return { kind: 'contact', session: ordinal };
  if (report.data.online) return { kind: 'birth', session: ordinal };
  // the will was written when the session began; a goodbye in words comes after what the session said
  const isInWords = ordinal === condition.presence.session && frame.seq > condition.stateSeq;
  return { kind: isInWords ? 'goodbye' : 'will', session: ordinal };
}

/** Nothing where the report is older than what was applied. */
function applyReport(
  robot: RobotCondition,
  incoming: IncomingReport & { ordinal: number },
): RobotCondition | undefined {
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
      return { ...robot, configVersion: report.data.version };
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
 * What an applied report means for stock. A list of all faults tells of those that were not known and of those that are gone;
 * one that lists what is known already is no news. The event of a fault is: the robot ran out of it just then.
 */
function saidOfMaterials(known: readonly Fault[], { report, frame, receivedAt }: IncomingReport): SaidOfMaterials {
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
