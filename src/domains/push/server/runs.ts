import type { Selectable } from 'kysely';
import * as z from 'zod';
import {
  type CustomerFilter,
  countCustomers,
  type KnownCustomer,
  listCustomers,
} from '#domains/customers/server/index.ts';
import { quietUntil, stopRunOfMessages } from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { settleNotice } from '#system/notices/server/index.ts';
import { isJumpTarget } from '#system/tenants/contract/carousel.ts';
import type { CustomerChannel, PushRequest, PushToAllRequest } from '../contract/runs.ts';
import { pushRuns } from '../contract/runs.ts';
import { LONGEST_CONTENT, LONGEST_SMS } from '../contract/templates.ts';
import { askSecondPerson, matterOf, needsSecondPerson } from './ask-second-person.ts';
import { addressesOf } from './receivers.ts';
import { deliverPush, messageTo } from './send.ts';

type Words = Pick<PushRequest, 'channel' | 'title' | 'body' | 'image' | 'url' | 'jumpType' | 'jumpTarget'>;

/** Of one step: what it writes is one transaction, and between two of them it can be stopped. */
const AT_ONCE = 100;

const runJob = jobType('push.run', z.strictObject({ id: z.string() }), 3_600);

export async function dueAtOf(db: TenantDb, now: Date): Promise<Date | undefined> {
  const tenant = await db.selectFrom('tenant').select(['time_zone', 'quiet_hours']).executeTakeFirstOrThrow();
  return quietUntil(now, tenant.time_zone, tenant.quiet_hours);
}

export const everybody = (channel: CustomerChannel): CustomerFilter => ({
  ...{ withConsent: true, reachedBy: channel, wants: 'news' },
});

/** A text message has no pictures: the address of the page is what it can carry; an app shows the picture itself. */
function contentOf({ channel, title, body, image, url, jumpType, jumpTarget }: Words) {
  if (!isJumpTarget({ jumpType, target: jumpTarget })) raiseAt('jumpTarget', 'push.jump-target');
  const parts = { sms: [title, body, url], email: [body, image, url] }[channel as string] ?? [body, url];
  const content = parts.filter((part) => part !== '').join('\n\n');
  if (channel === 'sms' && content.length > LONGEST_SMS)
    raise(
      'push.too-long-for-sms',
      { most: LONGEST_SMS },
      { faults: [{ path: 'body', code: 'push.too-long-for-sms', params: { most: LONGEST_SMS } }] },
    );
  const most = LONGEST_CONTENT[channel];
  if (content.length > most)
    raise('push.too-long', { most }, { faults: [{ path: 'body', code: 'push.too-long', params: { most } }] });
  return { title, content, image, jumpType, jumpTarget };
}

/**
 * Writes to customers, each by every address that the channel has of him; answers how many were written to. Who said no, or has
 * night on his clock, is left to the gate that every message passes.
 */
async function writeTo(
  services: Services,
  tx: Transaction,
  { runId, ...words }: Words & { readonly runId: string },
  customers: readonly KnownCustomer[],
): Promise<number> {
  const addresses = await addressesOf(tx.db, customers);
  const content = contentOf(words);
  let written = 0;
  for (const { id } of customers) {
    const places = addresses.get(id)?.of(words.channel) ?? [];
    for (const to of places)
      await deliverPush({ services }, tx, messageTo(to, words.channel, content), {
        runId,
        customerId: id,
        kind: 'news',
      });
    if (places.length > 0) written += 1;
  }
  return written;
}

export const announce = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: pushRuns.name, id, permission: pushRuns.permission('view') });

/** Who is restricted to spots writes to those alone who bought there; who did not agree to offers gets none. */
export async function push(context: RequestContext, request: PushRequest) {
  const { customerIds, ...words } = request;
  contentOf(words);
  const { actor, services } = context;
  return context.transaction(async (tx) => {
    const ids = distinctIds(customerIds);
    const seen = actor.isRoot || actor.spotIds === null ? {} : { boughtAt: actor.spotIds };
    const found = await listCustomers(tx.db, { ids, ...seen });
    if (found.length === 0) raiseAt('customerIds', 'push.nobody');
    const dueAt = await dueAtOf(tx.db, tx.now());
    const agreed = found.filter(({ consent }) => consent);
    const id = newId();
    const sent = await writeTo(services, tx, { ...words, runId: id }, agreed);
    const skipped = ids.length - sent;
    const total = ids.length;
    await addRun(tx, words, { id, audience: 'chosen', state: 'done', total, sent, skipped, dueAt });
    return { id, sent, skipped, dueAt: dueAt?.toISOString() ?? null };
  });
}

interface NewRun {
  readonly id: string;
  readonly audience: 'chosen' | 'all';
  readonly state: 'waiting' | 'running' | 'done';
  readonly total: number;
  readonly sent: number;
  readonly skipped: number;
  readonly dueAt: Date | undefined;
}

async function addRun(tx: Transaction, words: Words, { dueAt, ...run }: NewRun): Promise<void> {
  const { id } = run;
  await tx.db
    .insertInto('push_run')
    .values({
      ...{ channel: words.channel, title: words.title, body: words.body, image: words.image, url: words.url },
      ...{ jump_type: words.jumpType, jump_target: words.jumpTarget },
      ...run,
      ...{ due_at: dueAt ?? null, requested_by: tx.actor.id, requested_by_name: tx.actor.name },
      ...{ requested_at: tx.now(), ended_at: run.state === 'done' ? tx.now() : null },
    })
    .execute();
  await tx.audit({
    action: run.audience === 'all' ? 'push:send-to-all' : 'push:send',
    objectKind: pushRuns.name,
    objectId: id,
    after: { channel: words.channel, title: words.title, total: run.total },
  });
  await announce(tx, id);
}

export function countForAll(context: RequestContext, { channel }: { readonly channel: CustomerChannel }) {
  return context.read(async (db) => {
    const [count, all, dueAt] = await Promise.all([
      countCustomers(db, everybody(channel)),
      countCustomers(db, {}),
      dueAtOf(db, context.now()),
    ]);
    return { count, others: all - count, dueAt: dueAt?.toISOString() ?? null };
  });
}

/** Who sees some spots alone writes to nobody else's customers. */
export function seesAllCustomers({ actor }: RequestContext): void {
  if (!actor.isRoot && actor.spotIds !== null) raise('push.all-spots-needed');
}

export const startRun = (tx: Transaction, id: string, dueAt: Date | undefined): Promise<void> =>
  tx.enqueue(runJob, { id }, dueAt ? { startAfter: dueAt } : {});

/** The sender has typed the number in (settled 119) and gives his password; where the tenant wants it, a second person approves. */
export async function pushToAll(context: RequestContext, { expected, ...words }: PushToAllRequest) {
  seesAllCustomers(context);
  contentOf(words);
  requireStepUp(context);
  return context.transaction(async (tx) => {
    const total = await countCustomers(tx.db, everybody(words.channel));
    if (total !== expected) {
      const params = { count: total };
      raise('push.count-changed', params, { faults: [{ path: 'expected', code: 'push.count-changed', params }] });
    }
    const dueAt = await dueAtOf(tx.db, tx.now());
    const isWaiting = await needsSecondPerson(tx);
    const state = isWaiting ? 'waiting' : 'running';
    const id = newId();
    await addRun(tx, words, { id, audience: 'all', state, total, sent: 0, skipped: 0, dueAt });
    if (isWaiting) await askSecondPerson(tx, { id, title: words.title, total });
    else await startRun(tx, id, dueAt);
    return { id, total, isWaiting, dueAt: dueAt?.toISOString() ?? null };
  });
}

async function lockRun(tx: Transaction, id: string) {
  const run = isUuid(id)
    ? await tx.db.selectFrom('push_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  return run ?? raise('push.message-not-found');
}

const wordsOf = (run: Selectable<Tables['push_run']>): Words => ({
  ...{ channel: run.channel as CustomerChannel, title: run.title, body: run.body, image: run.image, url: run.url },
  ...{ jumpType: run.jump_type as Words['jumpType'], jumpTarget: run.jump_target },
});

/** One portion after another, each whole: a crash in between repeats nothing, and a stop is noticed at the next. */
export const runJobHandler = defineJob(runJob, async ({ services, transaction, signal }, { id }) => {
  for (let isMore = true; isMore && !signal.aborted; )
    isMore = await transaction((tx) => writePortion(services, tx, id));
  if (signal.aborted) throw new Error('Stopped with the server; it goes on with the next');
});

async function writePortion(services: Services, tx: Transaction, id: string): Promise<boolean> {
  const run = await tx.db
    .selectFrom('push_run')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  if (!run) return false;
  const words = wordsOf(run);
  const people = await listCustomers(tx.db, {
    ...everybody(words.channel),
    ...(run.after_id === null ? {} : { afterId: run.after_id }),
    limit: AT_ONCE,
  });
  const sent = await writeTo(services, tx, { ...words, runId: id }, people);
  const isDone = people.length < AT_ONCE;
  await tx.db
    .updateTable('push_run')
    .set({
      sent: run.sent + sent,
      skipped: run.skipped + people.length - sent,
      after_id: people.at(-1)?.id ?? run.after_id,
      ...(isDone ? { state: 'done', ended_at: tx.now() } : {}),
    })
    .where('id', '=', id)
    .execute();
  await announce(tx, id);
  return !isDone;
}

/** What has left cannot be fetched back; whoever was not written to yet, or whose messages all wait, gets nothing. */
export async function stopRun(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  return context.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run.state === 'stopped' || run.state === 'declined') raise('push.already-sent');
    const ended = await stopRunOfMessages(tx, id);
    if (ended === 0 && run.state === 'done') raise('push.already-sent');
    const held = await countStopped(tx.db, id);
    const sent = run.sent - held;
    const unwritten = run.state === 'done' ? 0 : Math.max(0, run.total - run.skipped - run.sent);
    const stopped = held + unwritten;
    await settleNotice(tx, matterOf(id));
    await tx.db
      .updateTable('push_run')
      .set({ state: 'stopped', sent, stopped, ended_at: tx.now() })
      .where('id', '=', id)
      .execute();
    await tx.audit({ action: 'push:stop', objectKind: pushRuns.name, objectId: id, after: { sent, stopped } });
    await announce(tx, id);
    return null;
  });
}

/** Customers for whom everything was stopped: who has one of two mailboxes served is written to. */
async function countStopped(db: TenantDb, runId: string): Promise<number> {
  const rows = db
    .selectFrom('message_delivery')
    .select('customer_id')
    .where('run_id', '=', runId)
    .groupBy('customer_id')
    .having((of) => of.fn('bool_and', [of('state', '=', 'stopped')]), '=', true);
  const { count } = await db
    .selectFrom(rows.as('stopped'))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
