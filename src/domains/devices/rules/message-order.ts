/** Place of a message in the life of its device: `session` counts the sessions as the server first saw them, from 0 or 1. */
export interface MessagePosition {
  readonly session: number;
  /** Rises by one per message of a session and starts again with the next (practice 10.1). */
  readonly seq: number;
}

/** A later session, or the same session and a higher `seq` (practice 2.2, security 10.4). Everything is newer than nothing. */
export function isNewer(message: MessagePosition, applied: MessagePosition | null): boolean {
  if (applied === null || message.session > applied.session) return true;
  return message.session === applied.session && message.seq > applied.seq;
}

export type Arrival =
  | { readonly kind: 'next' }
  /** `missing` messages lie between: the server asks for the full state (practice 10.1). */
  | { readonly kind: 'gap'; readonly missing: number }
  /** Seen before, or overtaken: its event is still worth storing, its state is not applied. */
  | { readonly kind: 'late' };

/**
 * Where a message stands among those already received of its device. The first message of a session may carry any `seq`:
 * the birth goes out before the server listens to the rest.
 */
export function arrivalOf(message: MessagePosition, last: MessagePosition | null): Arrival {
  if (!isNewer(message, last)) return { kind: 'late' };
  if (last === null || message.session !== last.session) return { kind: 'next' };
  const missing = message.seq - last.seq - 1;
  return missing === 0 ? { kind: 'next' } : { kind: 'gap', missing };
}
