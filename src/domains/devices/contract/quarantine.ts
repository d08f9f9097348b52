export type WholeReason =
  | 'login refused: unknown device'
  | 'login refused'
  | 'publish refused'
  | 'subscribe refused'
  | 'retain refused'
  | 'size refused'
  | 'unknown device'
  | 'unknown topic'
  | 'topic of another tenant or kind'
  | 'no protocol for this kind'
  | 'retained'
  | 'answer to an unknown command'
  | 'could not be stored'
  | 'not JSON';

/** With the part of the message that is wrong, or this where it is wrong as a whole. */
export const WHOLE_MESSAGE = '(message)';

/** Why something that came from outside is not taken, as the gateway writes it down (security 10.4). */
export type QuarantineReason =
  | WholeReason
  | `malformed: ${string}`
  | `text that cannot be stored: ${string}`
  | `unknown version ${string}`;
