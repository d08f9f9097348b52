import type { Values } from '../contract/endpoints.ts';
import { type ChangeKind, EARLIER_UNKNOWN } from '../contract/fleet-changes.ts';

/** A robot that was told, as it is now. */
export interface ToldRobot {
  readonly kind: ChangeKind;
  readonly wanted: Values;
  /** What the server wants of it by now, in the fields of the change. */
  readonly current: Values;
  /** The version of its settings with this change, and the one that it says it runs with. */
  readonly version: number;
  readonly reportedVersion: number | null;
  readonly reported: {
    readonly reportIntervalSeconds?: number | undefined;
    readonly reportType?: string | undefined;
    readonly menuVersion?: string | undefined;
    readonly refused?:
      | { readonly version: number; readonly code: string; readonly text?: string | undefined }
      | undefined;
  };
  readonly firmware: string;
  readonly sentAt: Date;
  readonly waitSeconds: number;
}

export type Judgement =
  | { readonly state: 'sent' | 'done' | 'left' }
  | { readonly state: 'failed' | 'silent'; readonly message: string };

/** What became of a robot that was told other settings, menu or firmware. A broker has a way of its own. */
export function judgeRobot(robot: ToldRobot, now: Date): Judgement {
  // somebody else changed it since: it is theirs now
  if (Object.entries(robot.wanted).some(([name, value]) => robot.current[name] !== value)) return { state: 'left' };
  const { refused } = robot.reported;
  if (refused && refused.version >= robot.version) return { state: 'failed', message: refused.text ?? refused.code };
  const isTaken = robot.reportedVersion !== null && robot.reportedVersion >= robot.version;
  if (isTaken) {
    const other = differing(robot);
    if (other !== undefined) return { state: 'failed', message: other };
    if (robot.kind !== 'firmware' || robot.wanted['firmware'] === '' || robot.firmware === robot.wanted['firmware'])
      return { state: 'done' };
  }
  const isLate = now.getTime() - robot.sentAt.getTime() >= robot.waitSeconds * 1000;
  return isLate ? { state: 'silent', message: '' } : { state: 'sent' };
}

/**
 * What a robot gets when the change is taken back: what is wanted of it now. Where no firmware is wanted it is the one that it
 * runs, for nothing else would make it go back.
 */
export function valuesToReturnTo(current: Values, firmware: string): Values {
  return current['firmware'] === '' ? { ...current, firmware } : current;
}

const ON_THE_WAY_BACK = {
  sent: 'returning',
  done: 'returned',
  left: 'left',
  failed: 'failed',
  silent: 'silent',
} as const;

export interface ReturnJudgement {
  readonly state: 'returning' | 'returned' | 'left' | 'failed' | 'silent' | 'later';
  readonly message?: string;
}

/** What became of a robot that was told what it had before. */
export function judgeReturn(robot: ToldRobot & { readonly isOnline: boolean }, now: Date): ReturnJudgement {
  if (robot.kind === 'firmware' && robot.wanted['firmware'] === '') return { state: 'left', message: EARLIER_UNKNOWN };
  const judged = judgeRobot(robot, now);
  // one that is away goes back when it is there again
  if (judged.state === 'silent' && !robot.isOnline) return { ...judged, state: 'later' };
  return { ...judged, state: ON_THE_WAY_BACK[judged.state] };
}

/** The first field that it says otherwise; what a device does not say counts as taken, and where nothing is wanted it may say anything. */
function differing({ wanted, reported }: ToldRobot): string | undefined {
  const said: Readonly<Record<string, unknown>> = { ...reported };
  const name = Object.keys(wanted).find(
    (field) => wanted[field] !== '' && said[field] !== undefined && said[field] !== wanted[field],
  );
  return name === undefined ? undefined : `${name}: ${String(said[name])}`;
}

/** A robot that took it over and broke while it was watched. */
export function brokenSince(
  was: { readonly online: boolean; readonly abnormal: boolean },
  is: { readonly online: boolean; readonly abnormal: boolean },
): 'silent' | 'failed' | undefined {
  if (was.online && !is.online) return 'silent';
  return !was.abnormal && is.abnormal ? 'failed' : undefined;
}
