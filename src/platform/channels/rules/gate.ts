import { type HeldBecause, OPTIONAL_KINDS } from '../contract/channels.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A channel that is off is looked at again after this. */
const OFF_AGAIN_MS = 15 * 60_000;

export interface GateFacts {
  readonly now: Date;
  readonly isOn: boolean;
  /** The matter is still as it was. */
  readonly isTrue: boolean;
  /** The person does not want messages of this kind. */
  readonly isRefused: boolean;
  /** Of an offer: the end of the quiet hours of its receiver, where they are now. */
  readonly quietUntil: Date | undefined;
  /** Of an offer: how many may go to one person in 24 hours, and when the last ones went, the newest first; 0: no limit. */
  readonly perPersonDay: number;
  readonly toPerson: readonly Date[];
  /** Of all messages of the tenant through the channel: the places of an hour that this kind may take; 0: no limit. */
  readonly perHour: number;
  readonly ofTenant: readonly Date[];
}

export const isOffer = (kind: string): boolean => (OPTIONAL_KINDS as readonly string[]).includes(kind);

/**
 * How many messages of a tenant's hour there may be before one of this kind waits; 0: it never does. An alarm counts and does not wait
 * (practice 14); offers, of which there are thousands at once, leave a fifth to orders and rentals.
 */
export function placesOfHour(perHour: number, kind: string): number {
  if (kind === 'alarms') return 0;
  return isOffer(kind) ? Math.ceil(perHour * 0.8) : perHour;
}

export type Gate =
  | { readonly state: 'skipped' | 'opted-out' }
  | { readonly state: 'held'; readonly because: HeldBecause; readonly until: Date }
  | { readonly state: 'open' };

/** Whether a message that people or events sent may leave now (practice 14): what ends it for good first, then what holds it. */
export function gateOf(facts: GateFacts): Gate {
  const { now } = facts;
  if (!facts.isTrue) return { state: 'skipped' };
  if (facts.isRefused) return { state: 'opted-out' };
  if (!facts.isOn) return { state: 'held', because: 'channel-off', until: new Date(now.getTime() + OFF_AGAIN_MS) };
  if (facts.quietUntil) return { state: 'held', because: 'quiet', until: facts.quietUntil };
  const person = freeAgain(facts.toPerson, facts.perPersonDay, DAY_MS);
  if (person && person > now) return { state: 'held', because: 'person-limit', until: person };
  const tenant = freeAgain(facts.ofTenant, facts.perHour, HOUR_MS);
  if (tenant && tenant > now) return { state: 'held', because: 'tenant-limit', until: tenant };
  return { state: 'open' };
}

/** When one of the places is free again; undefined where there is no limit, or a place. */
function freeAgain(taken: readonly Date[], limit: number, forMs: number): Date | undefined {
  const oldest = limit > 0 ? taken[limit - 1] : undefined;
  return oldest && new Date(oldest.getTime() + forMs);
}
