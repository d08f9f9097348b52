import { type FeePlan, MINUTES_OF_A_DAY } from '../contract/plan.ts';
import type { Replay, SPANS } from '../contract/replay.ts';
import { rentalFee } from './rental-fee.ts';

/** Rentals of one customer in one week that took as many minutes and were charged the same. */
export interface PastFees {
  readonly customer: string;
  readonly minutes: number;
  readonly feeMinor: number;
  readonly plan: FeePlan;
  /** Weeks before the end of the time that is replayed. */
  readonly week: number;
  readonly count: number;
}

type Span = (typeof SPANS)[number];
const UP_TO: readonly (readonly [Span, number])[] = [
  ['half', 30],
  ['hour', 60],
  ['threeHours', 180],
  ['day', MINUTES_OF_A_DAY],
  ['days', Number.POSITIVE_INFINITY],
];

/** Each fee once for as many rentals as it was charged for; the lower of the two in the middle. Minor units. */
export function medianOf(fees: ReadonlyMap<number, number>): number {
  const sorted = [...fees].toSorted(([one], [other]) => one - other);
  let left = Math.ceil(sorted.reduce((sum, [, count]) => sum + count, 0) / 2);
  for (const [fee, count] of sorted) {
    left -= count;
    if (left <= 0) return fee;
  }
  return 0;
}

class Fees {
  readonly #counts = new Map<number, number>();
  #sum = 0;

  add(feeMinor: number, count: number): void {
    this.#sum += feeMinor * count;
    this.#counts.set(feeMinor, (this.#counts.get(feeMinor) ?? 0) + count);
  }

  get sums(): Replay['charged'] {
    return { revenueMinor: this.#sum, medianMinor: medianOf(this.#counts) };
  }
}

/** A rental takes whole minutes: fees of one plan are counted once for each of them. */
function pricing(): (plan: FeePlan, minutes: number) => { readonly feeMinor: number; readonly ended: boolean } {
  const known = new Map<FeePlan, Map<number, { readonly feeMinor: number; readonly ended: boolean }>>();
  return (plan, minutes) => {
    const fees = known.get(plan) ?? new Map();
    known.set(plan, fees);
    const fee = fees.get(minutes) ?? rentalFee(plan, minutes * 60);
    fees.set(minutes, fee);
    return fee;
  };
}

/** Rentals that were made already, priced by another plan: what it would have brought, and to whom it makes a difference. */
export class RentalReplay {
  readonly #drawn: FeePlan;
  readonly #weeks: { chargedMinor: number; drawnMinor: number }[];
  readonly #fees = { charged: new Fees(), kept: new Fees(), drawn: new Fees() };
  readonly #differences = new Map<string, number>();
  readonly #spans = new Map<Span, { rentals: number; chargedMinor: number; drawnMinor: number }>();
  readonly #feeOf = pricing();
  #rentals = 0;

  constructor(drawn: FeePlan, weeks: number) {
    this.#drawn = drawn;
    this.#weeks = Array.from({ length: weeks }, () => ({ chargedMinor: 0, drawnMinor: 0 }));
  }

  add({ customer, minutes, feeMinor, plan, week, count }: PastFees): void {
    const kept = this.#feeOf(plan, minutes);
    const drawnMinor = this.#feeOf(this.#drawn, minutes).feeMinor;
    this.#rentals += count;
    this.#fees.charged.add(feeMinor, count);
    this.#fees.kept.add(kept.feeMinor, count);
    this.#fees.drawn.add(drawnMinor, count);
    this.#differences.set(customer, (this.#differences.get(customer) ?? 0) + (drawnMinor - feeMinor) * count);
    const span = kept.ended ? 'purchase' : (UP_TO.find(([, most]) => minutes <= most)?.[0] ?? 'days');
    const row = this.#spans.get(span) ?? { rentals: 0, chargedMinor: 0, drawnMinor: 0 };
    this.#spans.set(span, row);
    row.rentals += count;
    for (const sums of [row, this.#weeks.at(-1 - week)]) {
      if (!sums) continue;
      sums.chargedMinor += feeMinor * count;
      sums.drawnMinor += drawnMinor * count;
    }
  }

  get result(): Pick<
    Replay,
    'rentals' | 'customers' | 'charged' | 'kept' | 'drawn' | 'more' | 'less' | 'same' | 'spans'
  > & {
    readonly weeks: readonly { readonly chargedMinor: number; readonly drawnMinor: number }[];
  } {
    const differences = [...this.#differences.values()];
    const order: readonly Span[] = [...UP_TO.map(([span]) => span), 'purchase'];
    return {
      ...{ rentals: this.#rentals, customers: differences.length },
      ...{ charged: this.#fees.charged.sums, kept: this.#fees.kept.sums, drawn: this.#fees.drawn.sums },
      more: shareOf(differences.filter((by) => by > 0)),
      less: shareOf(differences.filter((by) => by < 0).map((by) => -by)),
      same: differences.filter((by) => by === 0).length,
      spans: order.flatMap((span) => {
        const row = this.#spans.get(span);
        return row ? [{ span, ...row }] : [];
      }),
      weeks: this.#weeks,
    };
  }
}

function shareOf(amounts: readonly number[]): Replay['more'] {
  const counts = new Map<number, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return {
    customers: amounts.length,
    sumMinor: amounts.reduce((sum, amount) => sum + amount, 0),
    medianMinor: medianOf(counts),
    mostMinor: amounts.reduce((most, amount) => Math.max(most, amount), 0),
  };
}
