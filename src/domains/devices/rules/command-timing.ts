import type { RobotCommand } from '#domains/devices/contract/commands.ts';

export interface CommandTiming {
  /** Seconds from publication to the device's receipt. */
  readonly acceptSeconds: number;
  /** Seconds from publication to the result. */
  readonly resultSeconds: number;
  /** Time to live from issue, seconds. */
  readonly ttlSeconds: number;
  /** Seconds that the server waits after a missing receipt before each further publication; none for what moves parts. */
  readonly resendPauses: readonly number[];
}

const ACCEPT_SECONDS = 10;
const RESULT_SECONDS = 60;
const DAY_SECONDS = 24 * 3600;
/** Never sent twice: the robot might do it twice. */
const moving = { acceptSeconds: ACCEPT_SECONDS, resultSeconds: RESULT_SECONDS, ttlSeconds: 30, resendPauses: [] };
/** Harmless to repeat: the device remembers ids for a day and repeats its old answer. */
const configuring = {
  acceptSeconds: ACCEPT_SECONDS,
  resultSeconds: RESULT_SECONDS,
  ttlSeconds: DAY_SECONDS,
  resendPauses: [5, 15, 45],
};

/** Defaults of practice 11. */
export const COMMAND_TIMING: Readonly<Record<RobotCommand, CommandTiming>> = {
  makeOrder: { ...moving, resultSeconds: 300 },
  // the arm homes after a restart
  restart: moving,
  setMaintenance: configuring,
  uploadLog: { ...configuring, resultSeconds: 600 },
  // asked again anyway at the next gap
  reportState: moving,
};
