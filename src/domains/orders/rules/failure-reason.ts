/** What the product writes for a failed cup while no reason is known: a reason from the robot is more exact. */
const GENERIC: ReadonlySet<string> = new Set([
  'unknown',
  'failed',
  'expired',
  'cancelled',
  'EXPIRED',
  'REFUSED',
  'MAKE_FAILED',
  'PARTLY_MADE',
]);

/** Whether a reason that comes later says more than the one that is known. */
export function isMoreExact(reason: string, known: string | null): boolean {
  return !GENERIC.has(reason) && (known === null || GENERIC.has(known));
}
