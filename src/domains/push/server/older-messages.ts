import { sql } from 'kysely';
import type { MessageState } from '#platform/channels/contract/channels.ts';
import { changeDelivery, openMessage } from '#platform/channels/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type Route, route } from '#platform/http/server/route.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { instantOf, wallClock } from '#platform/time/rules/local-day.ts';
import { SEND_PERMISSION } from '../contract/endpoints.ts';
import { messageLog, PUSH_PURPOSE } from '../contract/message-log.ts';
import {
  type AddOlderMessage,
  type EditOlderMessage,
  OLDER_TYPES,
  type OlderMessage,
  type OlderMessagesPage,
  type OlderMessagesRequest,
  olderEndpoints,
  olderMessageFields,
} from '../contract/older-endpoints.ts';
import type { PushChannel } from '../contract/templates.ts';
import { LONGEST_SMS } from '../contract/templates.ts';
import { maskedAddress } from '../rules/masked-address.ts';
import { channelOf, olderType, said } from './older-templates.ts';
import { addressFor, notAnAddress } from './receivers.ts';
import { deliverPush, messageTo, parted, type Titled } from './send.ts';

const STATES: Readonly<Record<MessageState, '0' | '1' | '2'>> = {
  ...{ pending: '0', held: '0', sent: '1', delivered: '1', failed: '2', 'opted-out': '2', skipped: '2', stopped: '2' },
};
const dueAt = sql<Date>`coalesce(record.due_at, record.requested_at)`;
const COLUMNS = {
  esTitle: sql.ref('record.title'),
  esType: olderType,
  esReceiver: sql.ref('record.recipient'),
  esSendStatus: sql`case when record.state in ('pending', 'held') then '0' when record.state in ('sent', 'delivered') then '1' else '2' end`,
  esSendTime: dueAt,
  createTime: sql.ref('record.requested_at'),
};

/** Those that people sent: codes and notices of the program are nobody's to change. */
const pushed = (db: TenantDb) =>
  db
    .selectFrom('message_delivery as record')
    .selectAll()
    .select(dueAt.as('time'))
    .where('record.purpose', '=', PUSH_PURPOSE);
type Row = Awaited<ReturnType<ReturnType<typeof pushed>['executeTakeFirstOrThrow']>>;

function toOlder(context: RequestContext, row: Row, content: string | null, timeZone: string): OlderMessage {
  const { actor } = context;
  const isWhole = can(actor, SEND_PERMISSION);
  return {
    id: row.id,
    esTitle: row.title,
    esType: OLDER_TYPES[row.channel as PushChannel],
    esReceiver: isWhole ? row.recipient : maskedAddress(row.recipient),
    esParam: null,
    esContent: content,
    esSendTime: wallClock(row.time, timeZone),
    esSendStatus: STATES[row.state as MessageState],
    esSendNum: row.attempts,
    esResult: row.last_error ?? '',
    remark: row.remark,
    createBy: '',
    createTime: wallClock(row.requested_at, timeZone),
    updateBy: null,
    updateTime: wallClock(row.changed_at, timeZone),
  };
}

async function listMessages(context: RequestContext, request: OlderMessagesRequest): Promise<OlderMessagesPage> {
  const { pageNo, pageSize, column = 'createTime', order = 'desc' } = request;
  const asked = await filterConditions(context, request, olderMessageFields, COLUMNS);
  return context.read(async (db) => {
    const base = pushed(db).where(asked);
    const { total } = await base
      .clearSelect()
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await base
      .orderBy(COLUMNS[column as keyof typeof COLUMNS], order)
      .orderBy('record.id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const timeZone = await zoneOfTenant(db);
    return toPage(
      rows.map((row) => toOlder(context, row, null, timeZone)),
      Number(total),
      { pageNo, pageSize },
    );
  });
}

const findRow = (db: TenantDb, id: string): Promise<Row | undefined> =>
  isUuid(id) ? pushed(db).where('record.id', '=', id).executeTakeFirst() : Promise.resolve(undefined);

/** The words are shown to those alone who may send them, and as long as they are kept. */
async function oneMessage(context: RequestContext, id: string): Promise<OlderMessage> {
  const { services, tenantId, actor } = context;
  return context.read(async (db) => {
    const row = (await findRow(db, id)) ?? raise('push.message-not-found');
    const mayRead = can(actor, SEND_PERMISSION);
    const message =
      mayRead && row.content !== null
        ? await openMessage(services.secrets, db, tenantId, { id, content: row.content })
        : undefined;
    return toOlder(context, row, message?.text ?? null, await zoneOfTenant(db));
  });
}

interface Written {
  readonly esTitle: string;
  readonly esType: string;
  readonly esReceiver: string;
  readonly esContent: string;
}

function read(context: RequestContext, { esTitle, esType, esReceiver, esContent }: Written): Titled {
  const channel = channelOf(esType, 'esType');
  const to = addressFor(channel, esReceiver, context.language);
  if (to === undefined) raise(...notAnAddress(esReceiver, 'esReceiver'));
  if (/\p{Cc}/u.test(esTitle)) raiseAt('esTitle', 'push.title-form');
  if (channel === 'sms' && esContent.length > LONGEST_SMS) {
    const params = { most: LONGEST_SMS };
    raise('push.too-long-for-sms', params, { faults: [{ path: 'esContent', code: 'push.too-long-for-sms', params }] });
  }
  return messageTo(to, channel, { title: esTitle, content: esContent });
}

async function timeOf(tx: Transaction, written: string | null | undefined): Promise<Date | undefined> {
  if (!written) return undefined;
  const at = instantOf(written, await zoneOfTenant(tx.db));
  if (!at) raise('request.malformed', {}, { faults: [{ path: 'esSendTime', code: 'fault.format' }] });
  return at > tx.now() ? at : undefined;
}

async function addMessage(context: RequestContext, form: AddOlderMessage): Promise<string> {
  const message = read(context, form);
  await context.transaction(async (tx) => {
    const due = await timeOf(tx, form.esSendTime);
    const sent = await deliverPush(context, tx, message, {
      ...(form.remark ? { remark: form.remark } : {}),
      ...(due ? { dueAt: due } : {}),
    });
    const id = sent ?? '';
    await tx.audit({ action: 'push:send', objectKind: messageLog.name, objectId: id, after: { title: form.esTitle } });
  });
  return said(context, 'added');
}

/** While it waits for its time; afterwards its remark alone. */
async function editMessage(context: RequestContext, form: EditOlderMessage): Promise<string> {
  const { services, tenantId } = context;
  await context.transaction(async (tx) => {
    const row = (await findRow(tx.db, form.id)) ?? raise('push.message-not-found');
    const { esTitle, esType, esReceiver, esContent, esSendTime, remark } = form;
    const isNew = [esTitle, esType, esReceiver, esContent ?? undefined, esSendTime].some((one) => one !== undefined);
    if (isNew) {
      if (row.content === null || !row.is_put_off) raise('push.already-sent');
      const kept = await openMessage(services.secrets, tx.db, tenantId, { id: row.id, content: row.content });
      const written = read(context, {
        esTitle: esTitle ?? row.title,
        esType: esType ?? OLDER_TYPES[kept.channel],
        esReceiver: esReceiver ?? row.recipient,
        esContent: esContent ?? kept.text,
      });
      const due = esSendTime === undefined ? (row.due_at ?? undefined) : await timeOf(tx, esSendTime);
      const isChanged = await changeDelivery(services, tx, row.id, { ...parted(written), dueAt: due });
      if (!isChanged) raise('push.already-sent');
    }
    if (remark !== undefined)
      await tx.db
        .updateTable('message_delivery')
        .set({ remark: remark ?? '' })
        .where('id', '=', row.id)
        .execute();
    await tx.audit({ action: 'push:edit-message', objectKind: messageLog.name, objectId: row.id });
    await tx.live({ kind: messageLog.name, id: row.id, permission: messageLog.permission('view') });
  });
  return said(context, 'edited');
}

/** The job of one that waits finds nothing to send. */
async function removeMessages(context: RequestContext, ids: readonly string[]): Promise<string> {
  await context.transaction(async (tx) => {
    const known = ids.filter(isUuid);
    const gone =
      known.length === 0
        ? []
        : await tx.db
            .deleteFrom('message_delivery')
            .where('id', 'in', known)
            .where('purpose', '=', PUSH_PURPOSE)
            .returning(['id', 'title'])
            .execute();
    if (gone.length < new Set(ids).size) raise('push.message-not-found');
    for (const { id, title } of gone) {
      await tx.audit({ action: 'push:remove-message', objectKind: messageLog.name, objectId: id, before: { title } });
      await tx.live({ kind: messageLog.name, id, permission: messageLog.permission('view') });
    }
  });
  return said(context, ids.length > 1 ? 'removedMany' : 'removed');
}

export const olderMessageRoutes: readonly Route[] = [
  route(olderEndpoints.messages, listMessages),
  route(olderEndpoints.message, (context, { id }) => oneMessage(context, id)),
  route(olderEndpoints.addMessage, addMessage),
  route(olderEndpoints.editMessage, editMessage),
  route(olderEndpoints.removeMessage, (context, { id }) => removeMessages(context, [id])),
  route(olderEndpoints.removeMessages, (context, { ids }) => removeMessages(context, ids)),
];
