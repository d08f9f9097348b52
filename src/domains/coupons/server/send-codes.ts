import * as z from 'zod';
import { listCustomers } from '#domains/customers/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { coupons } from '../contract/coupons.ts';
import type { CouponSend, SendCouponRequest, SendPreview } from '../contract/endpoints.ts';
import { couponRecords } from './coupon-records.ts';
import { type IssueAnswer, issueCodes } from './issue-codes.ts';

const LAST_SENDS = 50;
const sendJob = jobType('coupons.send', z.strictObject({ sendId: z.string() }), 300);

/** Those who are not there, switched off or erased get nothing; nobody is told which of it. */
const GONE = 'customer.not-found';

interface Outcome {
  readonly answer: IssueAnswer;
  readonly gone: number;
}

/** Thrown to end a preview: what it wrote is undone. */
class Undone extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('a preview');
    this.outcome = outcome;
  }
}

async function give(tx: Transaction, couponId: string, customerIds: readonly string[]): Promise<Outcome> {
  const asked = distinctIds(customerIds);
  const known = await listCustomers(tx.db, { ids: asked.filter(isUuid) });
  const answer = await issueCodes(tx, { couponId, customerIds: known.map(({ id }) => id), origin: 'sent' });
  return { answer, gone: asked.length - known.length };
}

function counted({ answer, gone }: Outcome): Pick<SendPreview, 'issued' | 'skipped'> {
  const skipped: Record<string, number> = gone > 0 ? { [GONE]: gone } : {};
  for (const { because } of answer.skipped) skipped[because] = (skipped[because] ?? 0) + 1;
  return { issued: answer.issued.length, skipped };
}

/** Does what sending does, and takes it back. */
export async function previewSend(context: RequestContext, request: SendCouponRequest): Promise<SendPreview> {
  await oneRecord(couponRecords.served, context, request.couponId);
  const planned = distinctIds(request.customerIds).length;
  try {
    return await context.transaction(async (tx) => {
      throw new Undone(await give(tx, request.couponId, request.customerIds));
    });
  } catch (error) {
    if (error instanceof Undone) return { planned, ...counted(error.outcome) };
    throw error;
  }
}

export async function sendCoupon(context: RequestContext, request: SendCouponRequest): Promise<CouponSend> {
  const { couponId } = request;
  await oneRecord(couponRecords.served, context, couponId);
  const customerIds = distinctIds(request.customerIds).filter(isUuid);
  if (customerIds.length === 0) raiseAt('customerIds', 'coupon.nobody');
  const id = newId();
  return context.transaction(async (tx) => {
    const made = await tx.db
      .insertInto('coupon_send')
      .values({
        ...{ id, coupon_id: couponId, customer_ids: customerIds, planned: customerIds.length },
        ...{ asked_at: tx.now(), asked_by: tx.actor.name },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx.enqueue(sendJob, { sendId: id });
    await tx.audit({
      action: 'coupon:send',
      objectKind: coupons.name,
      objectId: couponId,
      after: { sendId: id, people: customerIds.length },
    });
    return toSend(made);
  });
}

/** All of it or nothing: a second delivery finds it done. */
export const sendCouponJob = defineJob(sendJob, (context, { sendId }) =>
  context.transaction(async (tx) => {
    const send = await tx.db
      .selectFrom('coupon_send')
      .selectAll()
      .where('id', '=', sendId)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst();
    if (!send) return;
    const { issued, skipped } = counted(await give(tx, send.coupon_id, send.customer_ids));
    await tx.db
      .updateTable('coupon_send')
      .set({ state: 'done', issued, skipped: JSON.stringify(skipped), finished_at: tx.now() })
      .where('id', '=', sendId)
      .execute();
    await tx.live({ kind: coupons.name, id: send.coupon_id, permission: coupons.permission('view') });
  }),
);

export async function listSends(
  context: RequestContext,
  { couponId }: { readonly couponId: string },
): Promise<{ records: CouponSend[] }> {
  await oneRecord(couponRecords.served, context, couponId);
  const rows = await context.read((db) =>
    db
      .selectFrom('coupon_send')
      .selectAll()
      .where('coupon_id', '=', couponId)
      .orderBy('asked_at', 'desc')
      .orderBy('id')
      .limit(LAST_SENDS)
      .execute(),
  );
  return { records: rows.map(toSend) };
}

interface SendRow {
  readonly id: string;
  readonly coupon_id: string;
  readonly state: string;
  readonly planned: number;
  readonly issued: number;
  readonly skipped: unknown;
  readonly asked_at: Date;
  readonly asked_by: string;
  readonly finished_at: Date | null;
}

const toSend = (row: SendRow): CouponSend => ({
  ...{ id: row.id, couponId: row.coupon_id, state: row.state as CouponSend['state'] },
  ...{ planned: row.planned, issued: row.issued, skipped: row.skipped as CouponSend['skipped'] },
  ...{ askedAt: row.asked_at.toISOString(), askedBy: row.asked_by },
  finishedAt: row.finished_at?.toISOString() ?? null,
});
