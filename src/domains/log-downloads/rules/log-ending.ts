import type { CommandState } from '#domains/devices/contract/commands.ts';
import type { LogDownloadFailure } from '../contract/log-downloads.ts';

/** Parts are sent before the result; one that was lost on the way is sent again within this time, milliseconds. */
export const LATE_PARTS_MS = 60_000;

export interface LogEnding {
  readonly state: CommandState;
  readonly partsReceived: number;
}

/**
 * What becomes of a log when the command that asked for it is over (practice 15): a file of what came, though it be a part of it,
 * or nothing and why.
 */
export function logEnding({ state, partsReceived }: LogEnding): 'write' | LogDownloadFailure {
  if (state === 'succeeded' || partsReceived > 0) return 'write';
  switch (state) {
    case 'expired':
      return 'offline';
    case 'timed_out':
      return 'silent';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'refused';
  }
}
