import * as z from 'zod';
import {
  type CustomerFilter,
  countCustomers,
  type KnownCustomer,
  listCustomers,
} from '#domains/customers/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { PushRequest, PushToAllRequest } from '../contract/runs.ts';
import { pushRuns } from '../contract/runs.ts';
import { LONGEST_SMS, type PushChannel } from '../contract/templates.ts';
import { afterQuietHours } from '../rules/quiet-hours.ts';
import { readAddress } from './receivers.ts';
import { deliverPush, messageTo } from './send.ts';

type Words = Pick<PushRequest, 'channel' | 'title' | 'body' | 'image' | 'url'>;

/** Of one step: what it writes is one transaction, and between two of them it can be stopped. */
const AT_ONCE = 100;

const runJob = jobType('push.run', z.strictObject({ id: z.string() }), 3_600);

async function dueAtOf(db: TenantDb, now: Date): Promise<Date | undefined> {
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  return afterQuietHours(now, time_zone);
}

const everybody = (channel: PushChannel): CustomerFilter => ({ withConsent: true, reachedBy: channel });

/** A text message has no pictures: the address of the page is what it can carry. */
function contentOf({ channel, title, body, image, url }: Words): { title: string; content: string } {
  const parts = channel === 'sms' ? [title, body, url] : [body, image, url];
  const content = parts.filter((part) => part !== '').join('\n\n');
  if (channel === 'sms' && content.length > LONGEST_SMS)
    raise(
      'push.too-long-for-sms',
      { most: LONGEST_SMS },
      { faults: [{ path: 'body', code: 'push.too-long-for-sms', params: { most: LONGEST_SMS } }] },
    );
  return { title, content };
}

/** Writes to one customer; false where his address is none that the channel can reach. */
async function writeTo(
  services: Services,
  tx: Transaction,
  words: Words,
  { customer, dueAt }: { readonly customer: KnownCustomer; readonly dueAt: Date | undefined },
): Promise<boolean> {
  const written = words.channel === 'email' ? customer.email : customer.phone;
  const address = readAddress(written, customer.language.startsWith('zh') ? 'zh-CN' : 'en-US');
  if (address?.channel !== words.channel) return false;
  await deliverPush({ services }, tx, messageTo(address.to, words.channel, contentOf(words)), {
    customerId: customer.id,
    ...(dueAt ? { dueAt } : {}),
  });
  return true;
}

const announce = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: pushRuns.name, id, permission: pushRuns.permission('view') });

/** Who is restricted to spots writes to those alone who bought there; who did not agree to offers gets none. */
export async function push(context: RequestContext, request: PushRequest) {
  const { customerIds, ...words } = request;
  contentOf(words);
  const { actor, services } = context;
  return context.transaction(async (tx) => {
    const ids = [...new Set(customerIds)];
    const seen = actor.isRoot || actor.spotIds === null ? {} : { boughtAt: actor.spotIds };
    const found = await listCustomers(tx.db, { ids, ...seen });
    if (found.length === 0) raise('push.nobody', {}, { faults: [{ path: 'customerIds', code: 'push.nobody' }] });
    const dueAt = await dueAtOf(tx.db, tx.now());
    let sent = 0;
    for (const customer of found)
      if (customer.consent && (await writeTo(services, tx, words, { customer, dueAt }))) sent += 1;
    const skipped = ids.length - sent;
    const id = await addRun(tx, words, { audience: 'chosen', state: 'done', total: ids.length, sent, skipped, dueAt });
    return { id, sent, skipped, dueAt: dueAt?.toISOString() ?? null };
  });
}

interface NewRun {
  readonly audience: 'chosen' | 'all';
  readonly state: 'running' | 'done';
  readonly total: number;
  readonly sent: number;
  readonly skipped: number;
  readonly dueAt: Date | undefined;
}

async function addRun(tx: Transaction, words: Words, { dueAt, ...run }: NewRun): Promise<string> {
  const id = newId();
  await tx.db
    .insertInto('push_run')
    .values({
      ...{ id, channel: words.channel, title: words.title, body: words.body, image: words.image, url: words.url },
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
  return id;
}

export function countForAll(context: RequestContext, { channel }: { readonly channel: PushChannel }) {
  return context.read(async (db) => {
    const [count, all, dueAt] = await Promise.all([
      countCustomers(db, everybody(channel)),
      countCustomers(db, {}),
      dueAtOf(db, context.now()),
    ]);
    return { count, others: all - count, dueAt: dueAt?.toISOString() ?? null };
  });
}

/** The sender has typed the number in (settled 119), and gives his password; who sees some spots alone writes to nobody else's customers. */
export async function pushToAll(context: RequestContext, { expected, ...words }: PushToAllRequest) {
  const { actor } = context;
  if (!actor.isRoot && actor.spotIds !== null) raise('push.all-spots-needed');
  contentOf(words);
  requireStepUp(context);
  return context.transaction(async (tx) => {
    const total = await countCustomers(tx.db, everybody(words.channel));
    if (total !== expected) {
      const params = { count: total };
      raise('push.count-changed', params, { faults: [{ path: 'expected', code: 'push.count-changed', params }] });
    }
    const dueAt = await dueAtOf(tx.db, tx.now());
    const id = await addRun(tx, words, { audience: 'all', state: 'running', total, sent: 0, skipped: 0, dueAt });
    await tx.enqueue(runJob, { id }, dueAt ? { startAfter: dueAt } : {});
    return { id, total, dueAt: dueAt?.toISOString() ?? null };
  });
}

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
  const words: Words = { ...run, channel: run.channel as PushChannel };
  const people = await listCustomers(tx.db, {
    ...everybody(words.channel),
    ...(run.after_id === null ? {} : { afterId: run.after_id }),
    limit: AT_ONCE,
  });
  let sent = 0;
  for (const customer of people) if (await writeTo(services, tx, words, { customer, dueAt: undefined })) sent += 1;
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

export async function stopRun(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  return context.transaction(async (tx) => {
    const run = isUuid(id)
      ? await tx.db.selectFrom('push_run').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
      : undefined;
    if (!run) raise('push.message-not-found');
    if (run.state !== 'running') raise('push.already-sent');
    await tx.db.updateTable('push_run').set({ state: 'stopped', ended_at: tx.now() }).where('id', '=', id).execute();
    await tx.audit({ action: 'push:stop', objectKind: pushRuns.name, objectId: id });
    await announce(tx, id);
    return null;
  });
}
