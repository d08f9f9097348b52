import type { PresenceReason } from '#domains/devices/contract/device.ts';
import { clockSkewSeconds } from '#domains/devices/rules/device-clock.ts';
import { nextPresence, type Presence, type PresenceSignal } from '#domains/devices/rules/presence.ts';
import type { Device } from '../device-directory.ts';
import type { Report } from '../protocols/device-protocol.ts';
import type { IncomingReport, PlacedReport } from './incoming.ts';

/** What the database knows of the condition of any device; its kind knows more. */
export interface DeviceCondition {
  readonly presence: Presence;
  readonly session: string | null;
  readonly stateSeq: number;
  /** By which its clock is ahead, as its last birth or heartbeat showed. */
  readonly clockSkewSeconds: number;
}

export interface PresenceTurn {
  readonly online: boolean;
  readonly reason: PresenceReason;
  readonly at: Date;
}

export interface Folded<Condition extends DeviceCondition = DeviceCondition> {
  readonly condition: Condition;
  readonly turns: readonly PresenceTurn[];
  /** A birth came in: the device wants what waits for it. */
  readonly isBorn: boolean;
  /** Reports that came too late to change anything. */
  readonly ignored: ReadonlySet<IncomingReport>;
}

export interface FoldedDevice {
  readonly device: Device;
  readonly folded: Folded;
}

/**
 * Applies a device's reports in the order of their arrival (practice 10, security 10.4): its presence here, all else by the
 * kind's `apply`, which answers nothing where the report is older than what was applied.
 */
export function foldReports<Condition extends DeviceCondition, R extends Report>(
  start: Condition,
  reports: readonly PlacedReport<R>[],
  apply: (condition: Condition, incoming: PlacedReport<R>) => Condition | undefined,
): Folded<Condition> {
  let condition = start;
  let isBorn = false;
  const turns: PresenceTurn[] = [];
  const ignored = new Set<IncomingReport>();
  for (const incoming of reports) {
    const { ordinal, receivedAt, frame } = incoming;
    const decision = nextPresence(condition.presence, signalOf(incoming, condition), receivedAt);
    const isOtherSession = decision.presence.session !== condition.presence.session;
    condition = {
      ...condition,
      presence: decision.presence,
      ...(isOtherSession ? { session: frame.session, stateSeq: -1 } : {}),
    };
    if (decision.change) turns.push({ ...decision.change, at: receivedAt });
    const isCurrent = ordinal === condition.presence.session;
    const applied = isCurrent || incoming.report.kind === 'telemetry' ? apply(condition, incoming) : undefined;
    if (applied) {
      condition = tellsClock(incoming)
        ? { ...applied, clockSkewSeconds: clockSkewSeconds(frame.deviceAt, receivedAt) }
        : applied;
      isBorn ||= incoming.report.kind === 'state' && incoming.report.data.online && isOtherSession;
    } else if (incoming.report.kind === 'event') ignored.add(incoming);
  }
  return { condition, turns, isBorn: isBorn || turns.some((turn) => turn.online), ignored };
}

/** A birth and a heartbeat are said now. An event may come hours late, and a will was written when its connection began. */
const tellsClock = ({ report }: IncomingReport): boolean =>
  report.kind === 'telemetry' || (report.kind === 'state' && report.data.online);

function signalOf({ ordinal, report, frame }: PlacedReport, condition: DeviceCondition): PresenceSignal {
  if (report.kind !== 'state') return { kind: 'contact', session: ordinal };
  if (report.data.online) return { kind: 'birth', session: ordinal };
  // the will was written when the session began; a goodbye in words comes after what the session said
  const isInWords = ordinal === condition.presence.session && frame.seq > condition.stateSeq;
  return { kind: isInWords ? 'goodbye' : 'will', session: ordinal };
}
