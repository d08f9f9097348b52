import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import { CUSTOM_CODE, coupons } from '../contract/coupons.ts';
import { type CustomCodeRequest, type GenerateCodesRequest, MOST_OF_BATCH } from '../contract/endpoints.ts';
import { asKept } from '../rules/new-code.ts';
import { couponRecords, isWordTaken } from './coupon-records.ts';
import { countIssued } from './issue-codes.ts';

const DIGITS = 8;
const AT_ONCE = 5_000;
/** Words of other coupons are not read out one after another. */
const asking = rateLimiter({ perSecond: 2, burst: 60 });

export function checkCustomCode(context: RequestContext, { code, id }: CustomCodeRequest): Promise<boolean> {
  const waitSeconds = asking(`${context.tenantId} ${context.actor.id}`);
  if (waitSeconds > 0) raise('request.too-many', { seconds: waitSeconds }, { retryAfterSeconds: waitSeconds });
  const word = asKept(code);
  if (!CUSTOM_CODE.test(word))
    raise('request.malformed', {}, { faults: [{ path: 'code', code: 'coupon.custom-code-malformed' }] });
  return context.read(async (db) => {
    const tx = { db, now: () => context.now(), tenantId: context.tenantId };
    return !(await isWordTaken(tx, word, id));
  });
}

/** For paper: codes of eight digits that belong to nobody and are used once, all of them together (domain 5). */
export function generateCodes(context: RequestContext, { id, count }: GenerateCodesRequest): Promise<{ made: number }> {
  return context.transaction(async (tx) => {
    await lockRecord(couponRecords.served, tx, id);
    const coupon = await tx.db
      .selectFrom('coupon')
      .select(['issued', 'max_total', 'batch_made_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (coupon.batch_made_at !== null) raise('coupon.batch-made');
    const left = coupon.max_total - coupon.issued;
    const most = Math.min(left, MOST_OF_BATCH);
    if (left === 0) raise('coupon.none-left');
    const made = count ?? left;
    if (made > most)
      raise(
        'coupon.batch-too-many',
        { most },
        { faults: [{ path: 'count', code: 'coupon.batch-too-many', params: { most } }] },
      );
    await countIssued(tx, id, made);
    await tx.db.updateTable('coupon').set({ batch_made_at: tx.now() }).where('id', '=', id).execute();
    await writeBatch(tx, id, made);
    await tx.audit({ action: 'coupon:send', objectKind: coupons.name, objectId: id, after: { batch: made } });
    return { made };
  });
}

/** What is taken already, by this tenant's other codes, is drawn again. */
async function writeBatch(tx: Transaction, couponId: string, count: number): Promise<void> {
  let missing = count;
  while (missing > 0) {
    const drawn = new Set<string>();
    while (drawn.size < Math.min(missing, AT_ONCE)) drawn.add(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'));
    const codes = [...drawn];
    const { rows } = await sql<{ id: string }>`
      insert into coupon_code (tenant_id, id, coupon_id, code, kind, origin, issued_at, max_uses)
      select ${tx.tenantId}::bigint, drawn.id, ${couponId}::uuid, drawn.code, 'batch', 'batch', ${tx.now()}, 1
        from unnest(${codes.map(() => newId())}::uuid[], ${codes}::text[]) as drawn (id, code)
       where not exists (select from coupon_code as had
                          where had.tenant_id = ${tx.tenantId}::bigint and had.code = drawn.code)
      on conflict do nothing
      returning id`.execute(tx.db);
    missing -= rows.length;
  }
}
