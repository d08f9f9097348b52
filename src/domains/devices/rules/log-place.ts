/** A place in a device's log, newest first: everything after it is older. */
export interface LogPlace {
  readonly receivedAt: Date;
  readonly session: string;
  readonly seq: bigint;
}

const WRITTEN = /^(\d{1,15})~([A-Za-z0-9_-]{1,64})~(\d{1,18})$/;

/** What a reader sends back to go on from there: milliseconds, session and sequence number. */
export function writeLogPlace({ receivedAt, session, seq }: LogPlace): string {
  return `${receivedAt.getTime()}~${session}~${seq}`;
}

/** Undefined for a text that no answer of ours held. */
export function readLogPlace(text: string): LogPlace | undefined {
  const [, at, session = '', seq = ''] = WRITTEN.exec(text) ?? [];
  const receivedAt = new Date(Number(at));
  if (at === undefined || Number.isNaN(receivedAt.getTime())) return undefined;
  return { receivedAt, session, seq: BigInt(seq) };
}
