import type { CommandState } from '#domains/devices/contract/commands.ts';
import type { CommandTiming } from './command-timing.ts';

/** While one of these, a second command of the kind is not offered on that device. */
export const ACTIVE_COMMAND_STATES: readonly CommandState[] = ['queued', 'sent', 'accepted', 'running'];

/** Whether the command may still come to something (practice 11). */
export function isActiveCommand(state: CommandState): boolean {
  return ACTIVE_COMMAND_STATES.includes(state);
}

export interface TimedCommand {
  /** Of commands of its name. */
  readonly timing: CommandTiming;
  readonly state: CommandState;
  readonly issuedAt: Date;
  readonly ttlSeconds: number;
  /** Newest publication; `null` while queued. */
  readonly sentAt: Date | null;
  /** Publications so far. */
  readonly attempts: number;
  /** The result came after the deadline. */
  readonly late: boolean;
}

export type CommandTrigger =
  | { readonly kind: 'published' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'running' }
  | { readonly kind: 'result'; readonly ok: boolean; readonly code?: string }
  | { readonly kind: 'timer' }
  | { readonly kind: 'cancel' }
  /** The server does not wait for it any more, wherever it is. */
  | { readonly kind: 'withdraw' };

export type CommandDecision =
  | {
      readonly changes: true;
      readonly command: TimedCommand;
      /** Publish it again under the same id. */
      readonly resend: boolean;
    }
  | { readonly changes: false; readonly because: 'not-due' | 'over' | 'out-of-order' };

const UNCHANGED_OVER = { changes: false, because: 'over' } as const;
const OUT_OF_ORDER = { changes: false, because: 'out-of-order' } as const;

/** What a device answers when it got the command after its time to live (practice 10.1). */
const EXPIRED_CODE = 'EXPIRED';

/** The state machine of all commands (practice 11). Answers may come twice or late; `now` is server time. */
export function nextCommandState(command: TimedCommand, trigger: CommandTrigger, now: Date): CommandDecision {
  switch (trigger.kind) {
    case 'published':
      return published(command, now);
    case 'accepted':
      return command.state === 'sent' ? moved(command, 'accepted') : outOfPlace(command);
    case 'running':
      return command.state === 'sent' || command.state === 'accepted' || command.state === 'running'
        ? moved(command, 'running')
        : outOfPlace(command);
    case 'result':
      return resulted(command, trigger);
    case 'cancel':
      return command.state === 'queued' ? moved(command, 'cancelled') : outOfPlace(command);
    case 'withdraw':
      return isActiveCommand(command.state) || command.state === 'timed_out'
        ? moved(command, 'cancelled')
        : UNCHANGED_OVER;
    case 'timer':
      return timed(command, now);
  }
}

/** The next moment at which `timer` changes something; stored, so that it survives restarts. `null`: never again. */
export function commandDueAt(command: TimedCommand): Date | null {
  const { timing } = command;
  switch (command.state) {
    case 'queued':
      return expiryOf(command);
    case 'sent': {
      const pause = timing.resendPauses[command.attempts - 1];
      const acceptance = later(command.sentAt, timing.acceptSeconds);
      return pause === undefined
        ? acceptance
        : new Date(Math.min(later(acceptance, pause).getTime(), expiryOf(command).getTime()));
    }
    case 'accepted':
    case 'running':
      return later(command.sentAt, timing.resultSeconds);
    default:
      return null;
  }
}

/** From this moment on the device refuses the command, and it is not published any more. */
export function expiryOf(command: Pick<TimedCommand, 'issuedAt' | 'ttlSeconds'>): Date {
  return later(command.issuedAt, command.ttlSeconds);
}

function published(command: TimedCommand, now: Date): CommandDecision {
  if (command.state !== 'queued') return outOfPlace(command);
  // a device that comes back must not find old movements waiting (security 10.7)
  if (now >= expiryOf(command)) return moved(command, 'expired');
  return changed({ ...command, state: 'sent', sentAt: now, attempts: command.attempts + 1 });
}

function resulted(command: TimedCommand, result: { ok: boolean; code?: string }): CommandDecision {
  const inTime = command.state === 'sent' || command.state === 'accepted' || command.state === 'running';
  const isLate = command.state === 'timed_out';
  if (!inTime && !isLate) return outOfPlace(command);
  if (!result.ok && result.code === EXPIRED_CODE) return moved(command, 'expired');
  return changed({ ...command, state: result.ok ? 'succeeded' : 'failed', late: isLate });
}

function timed(command: TimedCommand, now: Date): CommandDecision {
  const dueAt = commandDueAt(command);
  if (dueAt === null) return UNCHANGED_OVER;
  if (now < dueAt) return { changes: false, because: 'not-due' };
  if (command.state === 'queued') return moved(command, 'expired');
  const mayResend = command.timing.resendPauses[command.attempts - 1] !== undefined;
  if (command.state === 'sent' && mayResend) {
    if (now >= expiryOf(command)) return moved(command, 'expired');
    return { changes: true, command: { ...command, sentAt: now, attempts: command.attempts + 1 }, resend: true };
  }
  return moved(command, 'timed_out');
}

function moved(command: TimedCommand, state: CommandState): CommandDecision {
  return command.state === state ? { changes: false, because: 'out-of-order' } : changed({ ...command, state });
}

function changed(command: TimedCommand): CommandDecision {
  return { changes: true, command, resend: false };
}

function outOfPlace(command: TimedCommand): CommandDecision {
  return isActiveCommand(command.state) ? OUT_OF_ORDER : UNCHANGED_OVER;
}

function later(from: Date | null, seconds: number): Date {
  return new Date((from?.getTime() ?? 0) + seconds * 1000);
}
