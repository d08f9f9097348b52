import * as z from 'zod';
import type { Random } from '../world/random.ts';

/** Practice 18.2: what can be asked to go wrong. Each is used up by the calls that it meets, `times` of them. */
const times = z.int().min(1).max(10_000).default(1);
const account = z.string().optional();

export const ProviderFault = z.discriminatedUnion('kind', [
  /** The bank says no. */
  z.strictObject({ kind: z.literal('decline'), declineCode: z.string().default('generic_decline'), times, account }),
  /** The bank wants to see its customer: the payment waits for a second step. */
  z.strictObject({ kind: z.literal('requireAction'), times, account }),
  /** The money moves, the answer never arrives. */
  z.strictObject({
    kind: z.literal('loseAnswer'),
    of: z.enum(['payment', 'capture', 'refund']).default('payment'),
    how: z.enum(['hang', 'drop']).default('drop'),
    times,
    account,
  }),
  /** Nothing happens and the call fails. */
  z.strictObject({
    kind: z.literal('refuseCall'),
    of: z.enum(['any', 'refund', 'capture']).default('any'),
    status: z.union([z.literal(429), z.literal(500), z.literal(503)]).default(500),
    times,
    account,
  }),
  /** The bank does not keep the next hold: it lapses so soon after it was made. */
  z.strictObject({ kind: z.literal('lapseHold'), seconds: z.number().min(0).max(86_400).default(60), times, account }),
  /** When the money is to be taken, the hold has lapsed meanwhile: nothing is taken. */
  z.strictObject({ kind: z.literal('failCapture'), times, account }),
  /** `atOnce`: the answer already says failed. `later`: pending, then a webhook says failed. `refused`: the call itself is an error. */
  z.strictObject({
    kind: z.literal('failRefund'),
    when: z.enum(['atOnce', 'later', 'refused']).default('atOnce'),
    times,
    account,
  }),
  /** The next payment carries the number of another order. */
  z.strictObject({ kind: z.literal('misdirect'), orderNo: z.string().default('20270301100000000001'), times, account }),
  z.strictObject({
    kind: z.literal('pendingRefund'),
    seconds: z.number().min(0).max(86_400).default(3),
    times,
    account,
  }),
  z.strictObject({
    kind: z.literal('webhookLate'),
    seconds: z.number().min(0).max(86_400).default(30),
    times,
    account,
  }),
  z.strictObject({ kind: z.literal('webhookTwice'), times, account }),
  /** The event waits until a later one has gone out. */
  z.strictObject({ kind: z.literal('webhookOutOfOrder'), times, account }),
  /** The first delivery carries a wrong signature; the retry is right. */
  z.strictObject({ kind: z.literal('webhookBadSignature'), times, account }),
  /** The first delivery is lost on the way; the retry arrives. */
  z.strictObject({ kind: z.literal('webhookLost'), times, account }),
]);
export type ProviderFault = z.infer<typeof ProviderFault>;
export type ProviderFaultInput = z.input<typeof ProviderFault>;
export type ProviderFaultKind = ProviderFault['kind'];

/** Share of the calls that meet a fault by chance, drawn from the seed. */
export type ProviderFaultRates = Partial<Record<ProviderFaultKind, number>>;

export interface ProviderFaults {
  add(fault: ProviderFaultInput): void;
  list(): ProviderFault[];
  clear(): void;
  /** The fault that this call meets, if any; it counts as used. */
  take<K extends ProviderFaultKind>(
    kind: K,
    account: string,
    applies?: (fault: Extract<ProviderFault, { kind: K }>) => boolean,
  ): Extract<ProviderFault, { kind: K }> | undefined;
}

export function createProviderFaults(random: Random, rates: ProviderFaultRates): ProviderFaults {
  let queue: ProviderFault[] = [];
  return {
    add: (fault) => queue.push(ProviderFault.parse(fault)),
    list: () => queue.map((fault) => ({ ...fault })),
    clear: () => {
      queue = [];
    },
    take: <K extends ProviderFaultKind>(
      kind: K,
      asked: string,
      applies: (fault: Extract<ProviderFault, { kind: K }>) => boolean = () => true,
    ) => {
      type Wanted = Extract<ProviderFault, { kind: K }>;
      const found = queue.find(
        (fault): fault is Wanted =>
          fault.kind === kind && (fault.account === undefined || fault.account === asked) && applies(fault as Wanted),
      );
      if (found) {
        found.times -= 1;
        if (found.times <= 0) queue = queue.filter((fault) => fault !== found);
        return found;
      }
      const rate = rates[kind] ?? 0;
      if (rate > 0 && random.chance(rate)) {
        const drawn = ProviderFault.parse({ kind }) as Wanted;
        return applies(drawn) ? drawn : undefined;
      }
      return undefined;
    },
  };
}
