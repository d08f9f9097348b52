import type { MessageKind } from '#platform/channels/contract/channels.ts';
import type { MessageInput } from '#platform/channels/contract/message.ts';
import { announceDelivery, type DeliveryOrigin, deliverAgain, deliverOnce } from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { SendAnswer, SendSceneRequest, SendTemplateRequest } from '../contract/endpoints.ts';
import { messageLog, PUSH_PURPOSE } from '../contract/message-log.ts';
import { scenes } from '../contract/scenes.ts';
import { LONGEST_CONTENT, LONGEST_SMS, type PushChannel, templates } from '../contract/templates.ts';
import { inLanguage } from '../rules/choose-template.ts';
import { codesOf, fillMessage, type MessageValues } from '../rules/fill-message.ts';
import { withLink } from './opt-out.ts';
import { findReceivers, type Receiver } from './receivers.ts';

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
  readonly provider_template: string;
  readonly jump_type: number;
  readonly jump_target: string;
}

const COLUMNS = [
  ...(['code', 'channel', 'language', 'title', 'content', 'provider_template', 'jump_type', 'jump_target'] as const),
] as const;
export const select = (db: TenantDb) => db.selectFrom('message_template').select(COLUMNS);
export const toTemplate = (row: Omit<Template, 'channel'> & { channel: string }): Template => row as Template;

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
  if (chosen.length === 0) raise('push.template-unknown', { codes: codesOf(scene.template_codes).join(', ') });
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
  request: Pick<SendTemplateRequest, 'userIds' | 'customerIds' | 'addresses' | 'values'>,
  { templates: chosen, sceneId, delaySeconds = 0, audited }: Sending,
): Promise<SendAnswer> {
  const { userIds, customerIds, addresses, values } = request;
  if (userIds.length + customerIds.length + addresses.length === 0) raise('push.nobody');
  const receivers = await findReceivers(context, request, new Set(chosen.map(({ channel }) => channel)));
  const messages = chosen.flatMap((template) => {
    const filled = filledIn(template, values);
    return receivers
      .of(template.channel)
      .map((receiver) => ({ template, receiver, message: messageOf(receiver, template, filled) }));
  });
  if (messages.length > MOST_MESSAGES) raise('push.too-many-messages', { most: MOST_MESSAGES });
  if (messages.length === 0) return { queued: 0, skipped: [...receivers.skipped] };
  await context.transaction(async (tx) => {
    const dueAt = delaySeconds > 0 ? { dueAt: new Date(tx.now().getTime() + delaySeconds * 1_000) } : {};
    for (const { template, receiver, message } of messages)
      await deliverPush(context, tx, message, {
        ...dueAt,
        templateCode: template.code,
        ...(receiver.customerId === undefined ? {} : { customerId: receiver.customerId, kind: 'news' as const }),
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
  const most = LONGEST_CONTENT[template.channel];
  if (content.length > most) raise('push.too-long', { most });
  return {
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    content: content.slice(0, LONGEST_MAIL).toWellFormed(),
  };
}

export interface Words {
  readonly title: string;
  readonly content: string;
  readonly image?: string;
  readonly providerTemplate?: string;
  readonly jumpType?: number;
  readonly jumpTarget?: string;
}

/** A message of a channel with its title, as the log names it. */
export type Titled = MessageInput & { readonly title: string };

/** The message as the channel sends it. */
export function messageTo(to: string, channel: PushChannel, words: Words): Titled {
  const { title, content, image = '', providerTemplate = '', jumpType = 0, jumpTarget = '' } = words;
  const base = { purpose: PUSH_PURPOSE, to, title, text: content };
  const jump = { jumpType: jumpType as 0, jumpTarget };
  // what is no page of a client can be opened anywhere
  const link = jumpType >= 3 && jumpTarget !== '' ? `${content}\n\n${jumpTarget}` : content;
  switch (channel) {
    case 'sms':
      return { ...base, channel, text: `${link}`.slice(0, LONGEST_SMS) };
    case 'email':
      return { ...base, channel, subject: title, text: link };
    case 'wechat':
      return { ...base, channel, template: providerTemplate, ...jump };
    case 'push':
    case 'api':
      return { ...base, channel, image, ...jump };
    default:
      return { ...base, channel: 'backend' };
  }
}

/** Where a template leads and what the provider calls it go along. */
export const messageOf = (
  { to }: Receiver,
  template: Pick<Template, 'channel' | 'provider_template' | 'jump_type' | 'jump_target'>,
  filled: { readonly title: string; readonly content: string },
): Titled =>
  messageTo(to, template.channel, {
    ...filled,
    ...{ providerTemplate: template.provider_template, jumpType: template.jump_type, jumpTarget: template.jump_target },
  });

export interface PushOrigin extends Omit<DeliveryOrigin, 'title'> {
  readonly dueAt?: Date;
  readonly kind?: MessageKind;
}

/** Channels whose messages have no field for the title. */
const UNTITLED: ReadonlySet<PushChannel> = new Set(['sms', 'email']);

/** The message as the channel takes it, and what the log calls it. */
export function parted(titled: Titled): { readonly message: MessageInput; readonly title: string } {
  const { title, ...untitled } = titled;
  return { message: (UNTITLED.has(titled.channel) ? untitled : titled) as MessageInput, title };
}

/** Undefined where the receiver has had a message of the scene about the same event. */
export async function deliverPush(
  { services }: Pick<RequestContext, 'services'>,
  tx: Transaction,
  titled: Titled,
  { dueAt, ...origin }: PushOrigin,
): Promise<string | undefined> {
  const { message, title } = parted(titled);
  const id = await deliverOnce(services, tx, withLink(services, tx.tenantId, message, origin), {
    origin: { title, ...origin },
    ...(dueAt ? { dueAt } : {}),
  });
  if (id !== undefined) await announceDelivery(tx, id);
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
