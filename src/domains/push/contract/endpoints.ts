import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Text } from '#platform/http/contract/fields.ts';
import { scenes } from './scenes.ts';
import { MessageLanguage, templates } from './templates.ts';

export const SEND_PERMISSION = 'push:send';
export const MOST_RECEIVERS = 200;

/** What stands in for `{name}` in the texts. */
const Values = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), z.union([Text(500), z.number()]));

/** A list, or a text with commas or lines as forms write it. */
const listOf = (one: z.ZodType<string>) =>
  z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(/[,;\n，；]/)
            .map((part) => part.trim())
            .filter((part) => part !== '')
        : (value ?? []),
    z.array(one).max(MOST_RECEIVERS),
  ) as unknown as z.ZodType<string[], string[] | string | null | undefined>;

const receivers = {
  /** People of the tenant: to the phone, mailbox or bell of each. */
  userIds: listOf(Id).default([]),
  /** Customers who agreed to be written to. */
  customerIds: listOf(Id).default([]),
  /** Phones and mailboxes of others. */
  addresses: listOf(Text(254, 1)).default([]),
  values: Values.default({}),
};

export const SendTemplateRequest = z.strictObject({ id: Id, ...receivers });
export type SendTemplateRequest = z.output<typeof SendTemplateRequest>;
export const SendSceneRequest = z.strictObject({
  id: Id,
  /** Where a template has no text in it, the English one is sent. */
  language: MessageLanguage.optional(),
  ...receivers,
});
export type SendSceneRequest = z.output<typeof SendSceneRequest>;

export const SKIPPED_BECAUSE = [
  ...(['no-phone', 'no-mailbox', 'no-device', 'no-wechat', 'no-consent', 'not-this-way', 'unknown-person'] as const),
] as const;

export const SendAnswer = z.strictObject({
  /** Messages that wait to be sent; the log says what becomes of them. */
  queued: z.int(),
  /** Who gets nothing, and why: somebody without an address of the channel. */
  skipped: z.array(z.strictObject({ name: z.string(), reason: z.enum(SKIPPED_BECAUSE) })),
});
export type SendAnswer = z.infer<typeof SendAnswer>;

const send = { method: 'POST', permission: SEND_PERMISSION, response: SendAnswer } as const;

export const pushEndpoints = {
  sendTemplate: endpoint({
    ...send,
    path: '/MsgPush/api/exampleSend',
    request: SendTemplateRequest,
    summary: 'Send the text of a template to people, or to addresses of its channel',
  }),
  sendScene: endpoint({
    ...send,
    path: '/MsgPush/api/sceneSend',
    request: SendSceneRequest,
    summary: 'Send the templates of a scene, after its delay, to people or to addresses',
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/language/api/messageLogResend',
    permission: SEND_PERMISSION,
    request: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    response: z.strictObject({ sent: z.int() }),
    summary: 'Send failed messages once more, with the words that they had; within seven days',
  }),
  autoCreate: endpoint({
    method: 'POST',
    path: '/MsgPush/api/autoCreate',
    permission: 'push:add',
    request: z.strictObject({}),
    response: z.strictObject({ templates: z.int(), scenes: z.int() }),
    summary: 'Make the delivered templates and scenes, in both languages, for events that have none',
  }),
  /** The same lists under the address of the languages. */
  templatesByLanguage: endpoint({
    method: 'GET',
    path: '/language/api/templates',
    effect: 'read',
    permission: templates.permission('view'),
    request: templates.endpoints.page.request,
    response: templates.endpoints.page.response,
    summary: 'Templates of messages by language',
  }),
  scenesByLanguage: endpoint({
    method: 'GET',
    path: '/language/api/scenes',
    effect: 'read',
    permission: scenes.permission('view'),
    request: scenes.endpoints.page.request,
    response: scenes.endpoints.page.response,
    summary: 'Scenes of messages',
  }),
};
