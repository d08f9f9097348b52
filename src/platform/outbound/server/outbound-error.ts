/** Why a call to a foreign server failed. Never shows the answer's body (security 12.1). */
export type OutboundReason =
  /** No https, a port that is not allowed, credentials in the address, or no address at all. */
  | 'address-form'
  /** The host leads, or may lead, to a private network. */
  | 'not-public'
  | 'unknown-host'
  | 'unreachable'
  | 'timeout'
  | 'redirect'
  | 'too-large'
  /** Too many calls to this host are under way. */
  | 'busy'
  /** The host failed again and again; it is left alone for a while. */
  | 'resting';

export class OutboundError extends Error {
  readonly reason: OutboundReason;
  constructor(reason: OutboundReason, host: string, cause?: unknown) {
    super(`outbound call to ${host}: ${reason}`, { cause });
    this.name = 'OutboundError';
    this.reason = reason;
  }
}
