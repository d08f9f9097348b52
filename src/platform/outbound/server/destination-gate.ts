import { OutboundError } from './outbound-error.ts';

const AT_ONCE = 20;
const FAILURES_UNTIL_REST = 5;
const REST_MS = 30_000;
const REMEMBERED = 1_000;

interface Destination {
  running: number;
  failures: number;
  restsUntil: number;
}

/**
 * At most 20 calls at once per destination, and a pause after five failures in a row, so that one dead endpoint costs its
 * own callers an instant refusal and no others anything (security 12.3). After the pause one call tries.
 */
export function destinationGate(nowMs: () => number): <T>(name: string, call: () => Promise<T>) => Promise<T> {
  const destinations = new Map<string, Destination>();

  return async (name, call) => {
    const found = destinations.get(name) ?? { running: 0, failures: 0, restsUntil: 0 };
    destinations.delete(name);
    destinations.set(name, found);
    dropIdle(destinations);
    if (found.running >= AT_ONCE) throw new OutboundError('busy', name);
    if (found.failures >= FAILURES_UNTIL_REST) {
      if (nowMs() < found.restsUntil) throw new OutboundError('resting', name);
      found.restsUntil = nowMs() + REST_MS;
    }
    found.running += 1;
    try {
      const result = await call();
      found.failures = 0;
      return result;
    } catch (error) {
      if (hasAnswered(error)) found.failures = 0;
      else found.failures += 1;
      if (found.failures >= FAILURES_UNTIL_REST) found.restsUntil = nowMs() + REST_MS;
      throw error;
    } finally {
      found.running -= 1;
    }
  };
}

/** A host that answers is no dead one: what one tenant asks of it wrongly must not close it to all others. */
function hasAnswered(error: unknown): boolean {
  return error instanceof OutboundError && (error.reason === 'redirect' || error.reason === 'too-large');
}

/** Tenants may name any number of hosts; the ones asked longest ago go first. */
function dropIdle(destinations: Map<string, Destination>): void {
  for (const [name, { running }] of destinations) {
    if (destinations.size <= REMEMBERED) return;
    if (running === 0) destinations.delete(name);
  }
}
