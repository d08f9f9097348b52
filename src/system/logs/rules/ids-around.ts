/** Milliseconds that clocks and queues of one server may differ by. */
const SLACK_MS = 5_000;

/**
 * Between which ids the audit rows of a call lie. Ids begin with the millisecond in which they were made (RFC 9562), and the line of a
 * call is made at its end: so its rows are found by their key, without an index on request ids.
 */
export function idsAround(lineId: string, durationMs: number): { first: string; last: string } {
  const at = Number.parseInt(lineId.replaceAll('-', '').slice(0, 12), 16);
  return { first: idAt(at - durationMs - SLACK_MS, '0'), last: idAt(at + SLACK_MS, 'f') };
}

function idAt(ms: number, rest: '0' | 'f'): string {
  const stamp = Math.max(0, Math.trunc(ms)).toString(16).padStart(12, '0');
  const fill = (count: number) => rest.repeat(count);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${fill(4)}-${fill(4)}-${fill(12)}`;
}
