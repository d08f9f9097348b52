import type pg from 'pg';
import type { Random } from '#apps/simulator/world/random.ts';
import type { CouponValue } from '#domains/coupons/contract/coupon.ts';
import { worthOfCoupon } from '#domains/coupons/contract/coupons.ts';
import {
  type CodeState,
  type CouponOrder,
  type CouponTerms,
  refusalOf,
} from '#domains/coupons/rules/coupon-validity.ts';
import { codeFrom } from '#domains/coupons/rules/new-code.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { TimeRange } from '#platform/records/contract/fields.ts';
import { bulkInsert, type Row } from './bulk-insert.ts';
import { isPaidOrder, type PastOrder, refundedMinorOf, serialNoOf } from './past-order.ts';

/** A coupon that an order of the history brings along. */
export interface PastCoupon {
  readonly couponId: string;
  readonly codeId: string;
  readonly title: string;
  readonly titleZh: string;
  readonly value: CouponValue;
}

export type CouponSale = Omit<CouponOrder, 'usesOfCustomer'>;

interface UsedSale {
  readonly orderNo: string;
  readonly at: Date;
  readonly spotId: string;
  readonly customerId: string | null;
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  readonly payableMinor: number;
  readonly random: Random;
}

interface KnownCoupon {
  readonly id: string;
  readonly title: string;
  readonly titleZh: string;
  readonly value: CouponValue;
  readonly terms: CouponTerms;
  readonly budgetMinor: number;
  readonly maxTotal: number;
  /** Codes on paper that nobody has brought yet. */
  readonly paper: { id: string; maxUses: number }[];
  /** The word that everybody may type. */
  readonly word: string | null;
  readonly customers: Map<string, number>;
  handedOut: number;
  used: number;
  costMinor: number;
}

/** What the coupons of one tenant were used for before the first start, with the numbers that follow from it. */
export class PastCoupons {
  readonly #coupons: readonly KnownCoupon[];
  readonly #codes: Row[] = [];
  readonly #uses: Row[] = [];
  readonly #usedPaper: {
    readonly id: string;
    readonly at: Date;
    readonly orderNo: string;
    readonly serialNo: string;
  }[] = [];
  readonly #words = new Map<string, number>();
  readonly #tenantId: number;

  private constructor(tenantId: number, coupons: readonly KnownCoupon[]) {
    this.#tenantId = tenantId;
    this.#coupons = coupons;
  }

  static async open(db: TenantDb, tenantId: number): Promise<PastCoupons> {
    const coupons = await db.selectFrom('coupon').selectAll().orderBy('type').orderBy('id').execute();
    const spots = await db.selectFrom('coupon_spot').select(['coupon_id', 'spot_id']).execute();
    const codes = await db
      .selectFrom('coupon_code')
      .select(['id', 'coupon_id', 'kind', 'max_uses'])
      .orderBy('code')
      .execute();
    return new PastCoupons(
      tenantId,
      coupons.map((row): KnownCoupon => {
        const own = codes.filter((code) => code.coupon_id === row.id);
        return {
          ...{ id: row.id, title: row.title, titleZh: row.title_zh },
          value: worthOfCoupon({
            ...{ type: row.type as CouponValue['type'], rate: row.rate },
            ...{ valueMinor: row.value_minor, targetMinor: row.target_minor },
          }),
          terms: {
            // one that is switched off now was on then
            ...{ enabled: true, startsAt: row.starts_at, endsAt: row.ends_at, perUserLimit: row.per_user_limit },
            dailyRanges: (row.daily_ranges as unknown as { window: TimeRange }[]).map(({ window }) => window),
            spotIds: row.all_spots
              ? null
              : spots.filter(({ coupon_id }) => coupon_id === row.id).map(({ spot_id }) => spot_id),
          },
          ...{ budgetMinor: row.budget_minor ?? Number.MAX_SAFE_INTEGER, maxTotal: row.max_total },
          paper: own.filter(({ kind }) => kind === 'batch').map(({ id, max_uses }) => ({ id, maxUses: max_uses })),
          word: own.find(({ kind }) => kind === 'custom')?.id ?? null,
          customers: new Map(),
          ...{ handedOut: row.issued, used: 0, costMinor: 0 },
        };
      }),
    );
  }

  /** One of those that count for this order; null where none does. */
  pick(sale: CouponSale): PastCoupon | null {
    const fitting = this.#coupons.filter((coupon) => this.#counts(coupon, sale));
    // the one that was used least, so that each kind is there
    const [rarest] = fitting.toSorted((one, other) => one.used - other.used);
    if (!rarest) return null;
    const { id, title, titleZh, value, paper, word } = rarest;
    return { couponId: id, codeId: paper[0]?.id ?? word ?? newId(), title, titleZh, value };
  }

  #counts(coupon: KnownCoupon, sale: CouponSale): boolean {
    const { value, terms, paper, word, customers } = coupon;
    const usesOfCustomer = customers.get(sale.customerId ?? '') ?? 0;
    const kind = paper.length > 0 ? 'batch' : word === null ? 'issued' : 'custom';
    const code: CodeState = { kind, customerId: null, isVoid: false, maxUses: -1, uses: 0, held: 0 };
    const isLeft = kind !== 'issued' || (sale.customerId !== null && coupon.handedOut < coupon.maxTotal);
    // a customer of a limit has no more of it by codes of his own either
    const isHisTurn = terms.perUserLimit === null || usesOfCustomer < terms.perUserLimit;
    const isAffordable = coupon.costMinor + sale.subtotalMinor <= coupon.budgetMinor;
    return isLeft && isHisTurn && isAffordable && refusalOf(value, terms, code, { ...sale, usesOfCustomer }) === null;
  }

  /** Writes down what became of the code: used, released with an order that nobody paid, or returned with its money. */
  settle({ couponId, codeId }: PastCoupon, sale: UsedSale, order: PastOrder): void {
    const coupon = this.#coupons.find(({ id }) => id === couponId)!;
    const wasPaid = isPaidOrder(order);
    const isReturned = wasPaid && order.refund !== null && refundedMinorOf(order) >= sale.payableMinor;
    const state = wasPaid ? (isReturned ? 'returned' : 'used') : 'released';
    const serialNo = serialNoOf(sale.orderNo, order.payments.length);
    const usedHere = state === 'used' ? { usedAt: order.paidAt, orderNo: sale.orderNo, serialNo } : null;
    this.#uses.push({
      ...{ tenant_id: this.#tenantId, order_no: sale.orderNo, coupon_id: couponId, code_id: codeId },
      ...{ customer_id: sale.customerId, spot_id: sale.spotId, state, held_at: sale.at },
      ...{ discount_minor: sale.discountMinor, subtotal_minor: sale.subtotalMinor },
      used_at: wasPaid ? order.paidAt : null,
      ended_at: state === 'used' ? null : order.changedAt,
      payment_serial_no: wasPaid ? serialNo : null,
    });
    this.#handOut(coupon, codeId, sale, usedHere);
    if (state !== 'used') return;
    coupon.used += 1;
    coupon.costMinor += sale.discountMinor;
    const who = sale.customerId ?? '';
    coupon.customers.set(who, (coupon.customers.get(who) ?? 0) + 1);
  }

  #handOut(
    coupon: KnownCoupon,
    codeId: string,
    { at, customerId, orderNo, random }: UsedSale,
    used: { readonly usedAt: Date | null; readonly serialNo: string } | null,
  ): void {
    if (coupon.paper[0]?.id === codeId) {
      if (!used) return;
      coupon.paper.shift();
      this.#usedPaper.push({ id: codeId, at: used.usedAt ?? at, orderNo, serialNo: used.serialNo });
      return;
    }
    if (coupon.word === codeId) {
      if (used) this.#words.set(codeId, (this.#words.get(codeId) ?? 0) + 1);
      return;
    }
    coupon.handedOut += 1;
    this.#codes.push({
      ...{ tenant_id: this.#tenantId, id: codeId, coupon_id: coupon.id, kind: 'issued', origin: 'sent', max_uses: 1 },
      ...{
        code: codeFrom((count) => Uint8Array.from({ length: count }, () => random.integer(0, 255))),
        customer_id: customerId,
        issued_at: new Date(at.getTime() - 3_600_000),
      },
      ...{ uses: used ? 1 : 0, used_at: used?.usedAt ?? null },
      ...{ order_no: used ? orderNo : null, payment_serial_no: used?.serialNo ?? null },
    });
  }

  async write(client: pg.PoolClient): Promise<void> {
    await bulkInsert(client, 'coupon_code', this.#codes);
    await bulkInsert(client, 'coupon_use', this.#uses);
    for (const { id, handedOut, used, costMinor } of this.#coupons)
      await client.query('update coupon set issued = $1, used = $2, cost_minor = $3 where tenant_id = $4 and id = $5', [
        ...[handedOut, used, costMinor],
        ...[this.#tenantId, id],
      ]);
    for (const { id, at, orderNo, serialNo } of this.#usedPaper)
      await client.query(
        'update coupon_code set uses = 1, used_at = $1, order_no = $2, payment_serial_no = $3 where tenant_id = $4 and id = $5',
        [at, orderNo, serialNo, this.#tenantId, id],
      );
    for (const [id, uses] of this.#words)
      await client.query('update coupon_code set uses = $1 where tenant_id = $2 and id = $3', [
        uses,
        this.#tenantId,
        id,
      ]);
  }
}
