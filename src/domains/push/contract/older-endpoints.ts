import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, olderTimes, pageOf, Text } from '#platform/http/contract/fields.ts';
import { systemListFields } from '#platform/super-query/contract/super-query.ts';
import { SEND_PERMISSION } from './endpoints.ts';

/** As the older contract numbers them (system-api.md 5.15); it knows neither of the last two. */
export const OLDER_TYPES = { sms: '1', email: '2', wechat: '3', backend: '4', push: '5', api: '6' } as const;

const Type = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string().max(10),
) as unknown as z.ZodType<string, string | number>;
/** What older clients send back of a row, and the server knows itself. */
const ignored = z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]).optional();
const sentBack = {
  ...{ createBy: ignored, createTime: ignored, updateBy: ignored, updateTime: ignored, language: ignored },
};
const Ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
  z.array(Id).min(1).max(200),
) as unknown as z.ZodType<string[], string[] | string>;
const common = { id: z.string(), createBy: z.string(), ...olderTimes, updateBy: z.string().nullable() };

export const OlderTemplate = z.strictObject({
  ...common,
  templateName: z.string(),
  templateCode: z.string(),
  templateType: z.string(),
  templateContent: z.string(),
  templateTestJson: z.string(),
  /** Ours beside the older contract: it has one text for each code. */
  language: z.string(),
});
export type OlderTemplate = z.infer<typeof OlderTemplate>;

const templateForm = {
  templateName: Text(200),
  templateCode: Text(64),
  templateType: Type,
  templateContent: Text(10_000),
  templateTestJson: Text(4_000).nullable(),
};
export const AddOlderTemplate = z.strictObject({
  ...templateForm,
  templateTestJson: templateForm.templateTestJson.optional(),
  ...sentBack,
});
export type AddOlderTemplate = z.output<typeof AddOlderTemplate>;
export const EditOlderTemplate = z.strictObject({
  id: Id,
  ...z.strictObject(templateForm).partial().shape,
  ...sentBack,
});
export type EditOlderTemplate = z.output<typeof EditOlderTemplate>;

const text = { kind: 'text' } as const;
const time = { kind: 'time' } as const;
/** What the older list is narrowed and sorted by. */
export const olderTemplateFields = {
  ...{ templateName: text, templateCode: text, templateType: text, templateContent: text },
  createTime: time,
} as const;
export const OlderTemplatesRequest = z.strictObject(
  systemListFields(olderTemplateFields, ['createTime', 'templateName', 'templateCode', 'templateType']),
);
export type OlderTemplatesRequest = z.output<typeof OlderTemplatesRequest>;

export const OlderMessage = z.strictObject({
  ...common,
  esTitle: z.string(),
  esType: z.string(),
  esReceiver: z.string(),
  /** The values went into the content. */
  esParam: z.null(),
  /** Kept until it is sent. */
  esContent: z.string().nullable(),
  esSendTime: z.string(),
  /** 0 waits, 1 sent, 2 failed. */
  esSendStatus: z.enum(['0', '1', '2']),
  esSendNum: z.int(),
  esResult: z.string(),
  remark: z.string(),
});
export type OlderMessage = z.infer<typeof OlderMessage>;

/** `yyyy-MM-dd HH:mm:ss` on the tenant's clock. */
const OlderTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'fault.format');
const messageForm = {
  esTitle: Text(200, 1),
  esType: Type,
  esReceiver: Text(254, 1),
  esContent: Text(10_000, 1),
  esSendTime: z.union([OlderTime, z.literal('')]).nullable(),
  remark: Text(500).nullable(),
};
const messageSentBack = { ...sentBack, esParam: ignored, esSendStatus: ignored, esSendNum: ignored, esResult: ignored };
export const AddOlderMessage = z.strictObject({
  ...messageForm,
  esSendTime: messageForm.esSendTime.optional(),
  remark: messageForm.remark.optional(),
  ...messageSentBack,
});
export type AddOlderMessage = z.output<typeof AddOlderMessage>;
export const EditOlderMessage = z.strictObject({
  id: Id,
  ...z.strictObject(messageForm).partial().shape,
  ...messageSentBack,
  esContent: messageForm.esContent.nullable().optional(),
});
export type EditOlderMessage = z.output<typeof EditOlderMessage>;
export const olderMessageFields = {
  ...{ esTitle: text, esType: text, esReceiver: text, esSendStatus: text },
  ...{ esSendTime: time, createTime: time },
} as const;
export const OlderMessagesRequest = z.strictObject(
  systemListFields(olderMessageFields, ['createTime', 'esTitle', 'esReceiver', 'esSendTime', 'esSendStatus']),
);
export type OlderMessagesRequest = z.output<typeof OlderMessagesRequest>;

export const SendMessageRequest = z.strictObject({
  msgType: Type,
  templateCode: Text(64, 1),
  /** JSON, as a text. */
  testData: Text(4_000).nullable().optional(),
  receiver: Text(254, 1),
  templateName: ignored,
  templateContent: ignored,
});
export type SendMessageRequest = z.output<typeof SendMessageRequest>;

/** What was done, in words: the older client shows the message of the envelope. */
const said = { response: z.string(), messageOf: (words: string) => words } as const;
const GET = { method: 'GET', alsoMethods: ['POST'], effect: 'read', permission: 'push:view' } as const;
const PUT = { method: 'PUT', alsoMethods: ['POST'] } as const;
const DELETE = { method: 'DELETE', alsoMethods: ['POST'] } as const;
const One = z.strictObject({ id: Id });
const Many = z.strictObject({ ids: Ids });

const TEMPLATES = '/sys/message/sysMessageTemplate';
const MESSAGES = '/sys/message/sysMessage';

/** System-api.md 5.15 over the same templates and the same log. */
export const olderEndpoints = {
  templates: endpoint({
    ...{ ...GET, path: `${TEMPLATES}/list`, request: OlderTemplatesRequest, response: pageOf(OlderTemplate) },
    summary: 'Templates of messages as the older contract has them',
  }),
  template: endpoint({
    ...{ ...GET, path: `${TEMPLATES}/queryById`, request: One, response: OlderTemplate },
    summary: 'One template',
  }),
  addTemplate: endpoint({
    ...{ ...said, method: 'POST', permission: 'push:add', path: `${TEMPLATES}/add`, request: AddOlderTemplate },
    summary: 'Add a template; its placeholders are written `${name}`',
  }),
  editTemplate: endpoint({
    ...{ ...said, ...PUT, permission: 'push:edit', path: `${TEMPLATES}/edit`, request: EditOlderTemplate },
    summary: 'Change a template',
  }),
  removeTemplate: endpoint({
    ...{ ...said, ...DELETE, permission: 'push:delete', path: `${TEMPLATES}/delete`, request: One },
    summary: 'Remove a template',
  }),
  removeTemplates: endpoint({
    ...{ ...said, ...DELETE, permission: 'push:delete', path: `${TEMPLATES}/deleteBatch`, request: Many },
    summary: 'Remove several templates',
  }),
  sendMessage: endpoint({
    ...{
      ...said,
      method: 'POST',
      permission: SEND_PERMISSION,
      path: `${TEMPLATES}/sendMsg`,
      request: SendMessageRequest,
    },
    summary: 'Send a template to one receiver with the values of its test data',
  }),
  messages: endpoint({
    ...{ ...GET, path: `${MESSAGES}/list`, request: OlderMessagesRequest, response: pageOf(OlderMessage) },
    summary: 'Messages that people sent; those of the program are in the message log alone',
  }),
  message: endpoint({
    ...{ ...GET, path: `${MESSAGES}/queryById`, request: One, response: OlderMessage },
    summary: 'One message',
  }),
  addMessage: endpoint({
    ...{ ...said, method: 'POST', permission: SEND_PERMISSION, path: `${MESSAGES}/add`, request: AddOlderMessage },
    summary: 'Send a message, now or at its time',
  }),
  editMessage: endpoint({
    ...{ ...said, ...PUT, permission: SEND_PERMISSION, path: `${MESSAGES}/edit`, request: EditOlderMessage },
    summary: 'Change a message that waits for its time, or the remark of any',
  }),
  removeMessage: endpoint({
    ...{ ...said, ...DELETE, permission: 'push:delete', path: `${MESSAGES}/delete`, request: One },
    summary: 'Remove a message; one that waits is not sent',
  }),
  removeMessages: endpoint({
    ...{ ...said, ...DELETE, permission: 'push:delete', path: `${MESSAGES}/deleteBatch`, request: Many },
    summary: 'Remove several messages',
  }),
};
export type OlderMessagesPage = z.infer<typeof olderEndpoints.messages.response>;
export type OlderTemplatesPage = z.infer<typeof olderEndpoints.templates.response>;
