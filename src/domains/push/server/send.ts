import type { Message } from '#platform/channels/contract/message.ts';
import { deliver, deliverAgain } from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { SendAnswer, SendSceneRequest, SendTemplateRequest } from '../contract/endpoints.ts';
import { messageLog, PUSH_PURPOSE } from '../contract/message-log.ts';
import { scenes } from '../contract/scenes.ts';
import { LONGEST_SMS, type PushChannel, templates } from '../contract/templates.ts';
import { inLanguage } from '../rules/choose-template.ts';
import { codesOf, fillMessage, type MessageValues } from '../rules/fill-message.ts';
import { findReceivers } from './receivers.ts';

const LONGEST_TITLE = 200;
const LONGEST_MAIL = 20_000;
/** Of one call: what it writes is one transaction. */
const MOST_MESSAGES = 1_000;

export interface Template {
  readonly code: string;
  readonly channel: PushChannel;
  readonly language: string;
  readonly title: string;
  readonly content: string;
}

const select = (db: TenantDb) =>
  db.selectFrom('message_template').select(['code', 'channel', 'language', 'title', 'content']);
const toTemplate = (row: Omit<Template, 'channel'> & { channel: string }): Template => row as Template;

export async function sendTemplate(context: RequestContext, request: SendTemplateRequest): Promise<SendAnswer> {
  const { id } = request;
  const row = isUuid(id) ? await context.read((db) => select(db).where('id', '=', id).executeTakeFirst()) : undefined;
  if (!row) raise(templates.notFound);
  return send(context, request, { templates: [toTemplate(row)], audited: { kind: templates.name, id } });
}

export async function sendScene(context: RequestContext, request: SendSceneRequest): Promise<SendAnswer> {
  const { id, language = context.language } = request;
  const { scene, rows } = await context.read(async (db) => {
    const scene = isUuid(id)
      ? await db.selectFrom('push_scene').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
    return { scene, rows: scene ? await select(db).execute() : [] };
  });
  if (!scene) raise(scenes.notFound);
  if (scene.status !== 1) raise('push.scene-off');
  const chosen = codesOf(scene.template_codes).flatMap((code) =>
    inLanguage(
      rows.map(toTemplate).filter((one) => one.code.toLowerCase() === code.toLowerCase()),
      language,
    ),
  );
  if (chosen.length === 0) raise('push.template-unknown');
  return send(context, request, {
    templates: chosen,
    sceneId: id,
    delaySeconds: scene.delay_seconds,
    audited: { kind: scenes.name, id },
  });
}

interface Sending {
  readonly templates: readonly Template[];
  readonly sceneId?: string;
  readonly delaySeconds?: number;
  readonly audited: { readonly kind: string; readonly id: string };
}

async function send(
  context: RequestContext,
  { userIds, addresses, values }: Pick<SendTemplateRequest, 'userIds' | 'addresses' | 'values'>,
  { templates: chosen, sceneId, delaySeconds = 0, audited }: Sending,
): Promise<SendAnswer> {
  if (userIds.length + addresses.length === 0) raise('push.nobody');
  const receivers = await findReceivers(context, { userIds, addresses }, new Set(chosen.map(({ channel }) => channel)));
  const messages = chosen.flatMap((template) => {
    const filled = filledIn(template, values);
    return receivers.of[template.channel].map((to) => ({ template, message: messageTo(to, template.channel, filled) }));
  });
  if (messages.length > MOST_MESSAGES) raise('push.too-many-messages', { most: MOST_MESSAGES });
  if (messages.length === 0) return { queued: 0, skipped: [...receivers.skipped] };
  await context.transaction(async (tx) => {
    const dueAt = delaySeconds > 0 ? { dueAt: new Date(tx.now().getTime() + delaySeconds * 1_000) } : {};
    for (const { template, message } of messages)
      await deliverPush(context, tx, message, {
        ...dueAt,
        templateCode: template.code,
        ...(sceneId === undefined ? {} : { sceneId }),
      });
    await tx.audit({
      action: 'push:send',
      objectKind: audited.kind,
      objectId: audited.id,
      after: {
        messages: messages.length,
        skipped: receivers.skipped.length,
        ...(delaySeconds > 0 ? { delaySeconds } : {}),
      },
    });
  });
  return { queued: messages.length, skipped: [...receivers.skipped] };
}

/** Refuses what would go out with a name in braces. */
export function filledIn(template: Template, values: MessageValues): { title: string; content: string } {
  const { title, content, lacking } = fillMessage(template, values);
  if (lacking.length > 0) {
    const params = { names: lacking.join(', ') };
    raise('push.values-lack', params, { faults: [{ path: 'values', code: 'push.values-lack', params }] });
  }
  if (template.channel === 'sms' && content.length > LONGEST_SMS) raise('push.too-long-for-sms', { most: LONGEST_SMS });
  return {
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    content: content.slice(0, LONGEST_MAIL).toWellFormed(),
  };
}

export function messageTo(
  to: string,
  channel: PushChannel,
  { title, content }: { readonly title: string; readonly content: string },
): Message & { readonly title: string } {
  return channel === 'sms'
    ? { channel, purpose: PUSH_PURPOSE, to, text: content, title }
    : { channel, purpose: PUSH_PURPOSE, to, subject: title, text: content, title };
}

interface PushOrigin {
  readonly templateCode?: string;
  readonly sceneId?: string;
  readonly remark?: string;
  readonly dueAt?: Date;
  /** The customer whom it is to. */
  readonly customerId?: string;
}

export async function deliverPush(
  { services }: Pick<RequestContext, 'services'>,
  tx: Transaction,
  { title, ...message }: Message & { readonly title: string },
  { dueAt, ...origin }: PushOrigin,
): Promise<string> {
  const id = await deliver(services, tx, message as Message, {
    origin: { title, ...origin },
    ...(dueAt ? { dueAt } : {}),
  });
  await tx.live({ kind: messageLog.name, id, permission: messageLog.permission('view') });
  return id;
}

/** Sends failed messages once more, as long as their words are kept. */
export async function sendAgain(
  context: RequestContext,
  { ids }: { readonly ids: readonly string[] },
): Promise<{ sent: number }> {
  const known = ids.filter(isUuid);
  if (known.length === 0) raise('push.nothing-to-send');
  const sent = await context.transaction(async (tx) => {
    const again = await deliverAgain(tx, known);
    if (again.length === 0) raise('push.nothing-to-send');
    for (const id of again) {
      await tx.audit({ action: 'push:send-again', objectKind: messageLog.name, objectId: id });
      await tx.live({ kind: messageLog.name, id, permission: messageLog.permission('view') });
    }
    return again.length;
  });
  return { sent };
}
