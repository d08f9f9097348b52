import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords } from '#platform/records/server/serve-records.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { addDays, startOfDay } from '#platform/time/rules/local-day.ts';
import { CouponType } from '../contract/coupon.ts';
import { type Coupon, coupons, isRateType } from '../contract/coupons.ts';
import { type CouponDraft, type CouponFault, changeFaults, couponFaults } from '../rules/coupon-faults.ts';

const ownSpots = ({ isRoot, spotIds }: Actor): readonly string[] | null => (isRoot ? null : spotIds);

/** Who looks after some spots sees coupons of all spots, and of others those that count at none but his (security 5.3). */
export const couponSight: RecordSight = {
  condition: (actor) => {
    const own = ownSpots(actor);
    return own === null ? undefined : sql`not exists (${strangeSpots(own)})`;
  },
  sees: (actor, values) => {
    const own = ownSpots(actor);
    return own === null || ((values['spotIds'] ?? []) as readonly string[]).every((id) => own.includes(id));
  },
  spotOf: () => null,
};

const strangeSpots = (own: readonly string[]) =>
  sql`select from coupon_spot as held_at
       where held_at.tenant_id = ${THIS_TENANT} and held_at.coupon_id = record.id
         and held_at.spot_id <> all(${[...own]}::uuid[])`;

const spotIds = {
  read: sql`coalesce((select jsonb_agg(counts_at.spot_id order by counts_at.spot_id) from coupon_spot as counts_at
                       where counts_at.tenant_id = ${THIS_TENANT} and counts_at.coupon_id = record.id), '[]')`,
  write: async (tx: Transaction, id: string, ids: readonly string[]): Promise<void> => {
    await tx.db.deleteFrom('coupon_spot').where('coupon_id', '=', id).execute();
    if (ids.length > 0)
      await tx.db
        .insertInto('coupon_spot')
        .values(ids.map((spot_id) => ({ coupon_id: id, spot_id })))
        .execute();
  },
};

type Draft = CouponDraft & Pick<Coupon, 'enabled' | 'qrClaim'>;

/** What does not belong to the type is not kept; days become moments. */
async function settled(tx: Transaction, draft: Draft): Promise<Draft> {
  const zone = await zoneOfTenant(tx.db);
  const isDay = (written: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(written);
  const { startsAt, endsAt, type } = draft;
  const isRate = isRateType(type);
  return {
    ...draft,
    startsAt: (isDay(startsAt) ? startOfDay(startsAt, zone) : new Date(startsAt)).toISOString(),
    endsAt: (isDay(endsAt)
      ? new Date(startOfDay(addDays(endsAt, 1), zone).getTime() - 1)
      : new Date(endsAt)
    ).toISOString(),
    rate: isRate ? draft.rate : null,
    valueMinor: isRate ? null : draft.valueMinor,
    targetMinor: type === CouponType.thresholdFlat ? draft.targetMinor : null,
    spotIds: draft.allSpots ? [] : [...draft.spotIds].sort(),
    customCode: draft.customCode.toUpperCase(),
  };
}

interface Saved {
  readonly id: string;
  readonly draft: Draft;
  readonly before: Draft | undefined;
}

async function mayBeSaved(tx: Transaction, { id, draft, before }: Saved, context: RequestContext): Promise<Draft> {
  const next = await settled(tx, draft);
  const now = await numbersOf(tx, id);
  const faults: CouponFault[] = [...couponFaults(next)];
  const was = before && (await settled(tx, before));
  if (was && now.isOut) faults.push(...changeFaults(was, next));
  if (next.budgetMinor !== null && next.budgetMinor < now.spentMinor)
    faults.push({ path: 'budgetMinor', code: 'coupon.budget-below-cost' });
  if (next.allSpots && ownSpots(context.actor) !== null && !context.actor.isRoot)
    faults.push({ path: 'allSpots', code: 'coupon.spots-not-yours' });
  const isFresh = next.customCode !== was?.customCode || next.endsAt !== was?.endsAt;
  if (next.customCode !== '' && isFresh && (await isWordTaken(tx, next.customCode, id)))
    faults.push({ path: 'customCode', code: 'coupon.custom-code-taken' });
  if (faults.length > 0) raise('request.malformed', {}, { faults: [...faults] });
  return next;
}

async function numbersOf(tx: Transaction, id: string) {
  const row = await tx.db
    .selectFrom('coupon')
    .select(['issued', 'used', 'held_minor', 'cost_minor'])
    .select((of) =>
      of
        .exists(of.selectFrom('coupon_use').select('order_no').whereRef('coupon_use.coupon_id', '=', 'coupon.id'))
        .as('in_use'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { isOut: false, spentMinor: 0 };
  return { isOut: row.issued > 0 || Boolean(row.in_use), spentMinor: row.held_minor + row.cost_minor };
}

/** Whether a code of another coupon that has not ended reads so; two additions of one word at once wait for each other. */
export async function isWordTaken(
  tx: Pick<Transaction, 'db' | 'now' | 'tenantId'>,
  word: string,
  exceptId?: string,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coupon word ${word} ${tx.tenantId}`}, 0))`.execute(tx.db);
  let query = tx.db
    .selectFrom('coupon_code')
    .innerJoin('coupon', 'coupon.id', 'coupon_code.coupon_id')
    .select('coupon_code.id')
    .where('coupon_code.code', '=', word)
    .where((of) => of.or([of('coupon_code.kind', '<>', 'custom'), of('coupon.ends_at', '>=', tx.now())]));
  if (exceptId !== undefined) query = query.where('coupon_code.coupon_id', '<>', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The word that everybody may type is a code like others, with one row. */
async function keepWord(tx: Transaction, { id, customCode, maxUses }: Coupon): Promise<void> {
  const word = tx.db.deleteFrom('coupon_code').where('coupon_id', '=', id).where('kind', '=', 'custom');
  if (customCode === '') {
    await word.execute();
    return;
  }
  await tx.db
    .insertInto('coupon_code')
    .values({
      ...{ id: newId(), coupon_id: id, code: customCode, kind: 'custom', origin: 'custom' },
      ...{ issued_at: tx.now(), max_uses: maxUses },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'coupon_id'])
        // as a literal: a statement that is run often gets a plan in which a parameter matches no index
        .where('kind', '=', sql.lit('custom'))
        .doUpdateSet({ code: customCode, max_uses: maxUses }),
    )
    .execute();
}

export const couponRecords = serveRecords(coupons, {
  visible: couponSight,
  apart: { spotIds },
  computed: {
    issued: sql`record.issued`,
    used: sql`record.used`,
    left: sql`(record.max_total - record.issued)`,
    costMinor: sql`record.cost_minor`,
    heldMinor: sql`record.held_minor`,
  },
  generate: (tx, saved, context) => mayBeSaved(tx, saved as unknown as Saved, context) as Promise<never>,
  afterSave: (tx, { after }) => keepWord(tx, after as unknown as Coupon),
  beforeRemove: async (tx, { id, allSpots }, { actor }) => {
    if (allSpots && ownSpots(actor) !== null) raise('coupon.spots-not-yours');
    if ((await numbersOf(tx, id)).isOut) raise('coupon.has-codes');
    for (const table of ['coupon_code', 'coupon_send'] as const)
      await tx.db.deleteFrom(table).where('coupon_id', '=', id).execute();
  },
});
