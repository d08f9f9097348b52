export interface CommandTiming {
  /** Seconds from publication to the device's receipt. */
  readonly acceptSeconds: number;
  /** Seconds from publication to the result. */
  readonly resultSeconds: number;
  /** Time to live from issue, seconds. */
  readonly ttlSeconds: number;
  /** Seconds that the server waits after a missing receipt before each further publication; none for what moves parts. */
  readonly resendPauses: readonly number[];
  /** Leaves when the one before it is done; its time to live counts from its turn. */
  readonly takesTurns?: boolean;
}

const ACCEPT_SECONDS = 10;
const RESULT_SECONDS = 60;
const DAY_SECONDS = 24 * 3600;

/** Defaults of practice 11. Never sent twice: the device might do it twice. */
export const MOVING: CommandTiming = {
  acceptSeconds: ACCEPT_SECONDS,
  resultSeconds: RESULT_SECONDS,
  ttlSeconds: 30,
  resendPauses: [],
};

/** Harmless to repeat: the device remembers ids for a day and repeats its old answer. */
export const CONFIGURING: CommandTiming = {
  acceptSeconds: ACCEPT_SECONDS,
  resultSeconds: RESULT_SECONDS,
  ttlSeconds: DAY_SECONDS,
  resendPauses: [5, 15, 45],
};
