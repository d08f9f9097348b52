import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { type Route, route } from '#platform/http/server/route.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { removeRecord } from '#platform/records/server/remove-record.ts';
import { addRecord, editRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import {
  type AddOlderTemplate,
  type EditOlderTemplate,
  OLDER_TYPES,
  type OlderTemplate,
  type OlderTemplatesPage,
  type OlderTemplatesRequest,
  olderEndpoints,
  olderTemplateFields,
  type SendMessageRequest,
} from '../contract/older-endpoints.ts';
import type { MessageTemplate, PushChannel } from '../contract/templates.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { inLanguage } from '../rules/choose-template.ts';
import { fromOlderText, readValues, toOlderText } from '../rules/fill-message.ts';
import { addressFor, notAnAddress } from './receivers.ts';
import { deliverPush, filledIn, messageOf, type Template } from './send.ts';

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };
/** What was done, in the words of the older contract. */
export const said = ({ language }: RequestContext, what: keyof typeof enUS): string => TEXTS[language][what];

export const olderType = sql`case record.channel ${sql.join(
  Object.entries(OLDER_TYPES).map(([channel, type]) => sql`when ${sql.lit(channel)} then ${sql.lit(type)}`),
  sql` `,
)} end`;

/** Refuses the types of the older contract that have no channel. */
export function channelOf(type: string, path: string): PushChannel {
  const found = Object.entries(OLDER_TYPES).find(([, one]) => one === type);
  if (found) return found[0] as PushChannel;
  return raise('push.channel-not-there', {}, { faults: [{ path, code: 'push.channel-not-there' }] });
}

const COLUMNS = {
  templateName: sql.ref('record.title'),
  templateCode: sql.ref('record.code'),
  templateType: olderType,
  templateContent: sql.ref('record.content'),
  createTime: sql.ref('record.created_at'),
};

function toOlder(row: MessageTemplate, timeZone: string): OlderTemplate {
  return {
    id: row.id,
    templateName: row.title,
    templateCode: row.code,
    templateType: OLDER_TYPES[row.channel],
    templateContent: toOlderText(row.content),
    templateTestJson: row.testJson,
    language: row.language,
    createBy: row.createdBy,
    createTime: wallClock(new Date(row.createdAt), timeZone),
    updateBy: row.updatedBy,
    updateTime: row.updatedAt === null ? null : wallClock(new Date(row.updatedAt), timeZone),
  };
}

async function listTemplates(
  served: ServedKind,
  context: RequestContext,
  request: OlderTemplatesRequest,
): Promise<OlderTemplatesPage> {
  const { pageNo, pageSize, column = 'createTime', order = 'desc' } = request;
  const asked = await filterConditions(context, request, olderTemplateFields, COLUMNS);
  const seen = sightOf(served, context.actor);
  return context.read(async (db) => {
    const base = db
      .selectFrom('message_template as record')
      .where(asked)
      .$if(seen !== undefined, (query) => query.where(seen ?? sql<boolean>`true`));
    const { total } = await base.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await base
      .selectAll()
      .orderBy(COLUMNS[column as keyof typeof COLUMNS], order)
      .orderBy('record.id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const timeZone = await zoneOfTenant(db);
    const records = rows.map((row) =>
      toOlder(
        {
          ...{ id: row.id, code: row.code, title: row.title, content: row.content, version: row.version },
          ...{ channel: row.channel as PushChannel, language: row.language, testJson: row.test_json },
          ...{ createdAt: row.created_at.toISOString(), createdBy: row.created_by },
          ...{ providerTemplate: row.provider_template, jumpTarget: row.jump_target },
          jumpType: row.jump_type as MessageTemplate['jumpType'],
          updatedAt: row.version > 1 ? row.updated_at.toISOString() : null,
          updatedBy: row.updated_by,
        },
        timeZone,
      ),
    );
    return toPage(records, Number(total), { pageNo, pageSize });
  });
}

async function oneTemplate(served: ServedKind, context: RequestContext, id: string): Promise<OlderTemplate> {
  const row = (await oneRecord(served, context, id)) as unknown as MessageTemplate;
  return toOlder(row, await context.read(zoneOfTenant));
}

/** As our own fields; what was left out stays as it is. */
function toOwn(form: Partial<AddOlderTemplate>): Record<string, unknown> {
  const { templateName, templateCode, templateType, templateContent, templateTestJson } = form;
  return {
    ...(templateName === undefined ? {} : { title: fromOlderText(templateName) }),
    ...(templateCode === undefined ? {} : { code: templateCode }),
    ...(templateType === undefined ? {} : { channel: channelOf(templateType, 'templateType') }),
    ...(templateContent === undefined ? {} : { content: fromOlderText(templateContent) }),
    ...(templateTestJson === undefined ? {} : { testJson: templateTestJson ?? '' }),
  };
}

/** What is there may not be empty. */
function needed(form: Pick<EditOlderTemplate, 'templateName' | 'templateCode' | 'templateContent'>): void {
  const faults = (['templateName', 'templateCode', 'templateContent'] as const).flatMap((path) =>
    form[path] === '' ? [{ path, code: 'fault.required' }] : [],
  );
  if (faults.length > 0) raise('request.malformed', {}, { faults });
}

async function addTemplate(served: ServedKind, context: RequestContext, form: AddOlderTemplate): Promise<string> {
  needed(form);
  await addRecord(served, context, { ...toOwn(form), language: context.language });
  return said(context, 'added');
}

async function editTemplate(served: ServedKind, context: RequestContext, form: EditOlderTemplate): Promise<string> {
  needed(form);
  await editRecord(served, context, { id: form.id, ...toOwn(form as Partial<AddOlderTemplate>) });
  return said(context, 'edited');
}

/** Each on its own; the first that must stay ends it, as what was removed before it stays removed. */
async function removeTemplates(served: ServedKind, context: RequestContext, ids: readonly string[]): Promise<string> {
  for (const id of ids) await removeRecord(served, context, id);
  return said(context, ids.length > 1 ? 'removedMany' : 'removed');
}

async function sendMessage(context: RequestContext, request: SendMessageRequest): Promise<string> {
  const channel = channelOf(request.msgType, 'msgType');
  const values = readValues(request.testData ?? '');
  if (!values) raiseAt('testData', 'push.test-json-form');
  const to = addressFor(channel, request.receiver, context.language);
  if (to === undefined) raise(...notAnAddress(request.receiver, 'receiver'));
  await context.transaction(async (tx) => {
    const rows = await tx.db
      .selectFrom('message_template')
      .select(['id', 'code', 'channel', 'language', 'title', 'content'])
      .select(['provider_template', 'jump_type', 'jump_target'])
      .where(sql`lower(code)`, '=', request.templateCode.toLowerCase())
      .where('channel', '=', channel)
      .execute();
    const [template] = inLanguage(rows, context.language);
    if (!template) {
      const params = { codes: request.templateCode };
      raise('push.template-unknown', params, {
        faults: [{ path: 'templateCode', code: 'push.template-unknown', params }],
      });
    }
    const filled = filledIn(template as Template, values);
    await deliverPush(context, tx, messageOf({ to }, template as Template, filled), { templateCode: template.code });
    await tx.audit({
      action: 'push:send',
      objectKind: 'messageTemplate',
      objectId: template.id,
      after: { messages: 1 },
    });
  });
  return said(context, 'queued');
}

export const olderTemplateRoutes = (served: ServedKind): Route[] => [
  route(olderEndpoints.templates, (context, request) => listTemplates(served, context, request)),
  route(olderEndpoints.template, (context, { id }) => oneTemplate(served, context, id)),
  route(olderEndpoints.addTemplate, (context, request) => addTemplate(served, context, request)),
  route(olderEndpoints.editTemplate, (context, request) => editTemplate(served, context, request)),
  route(olderEndpoints.removeTemplate, (context, { id }) => removeTemplates(served, context, [id])),
  route(olderEndpoints.removeTemplates, (context, { ids }) => removeTemplates(served, context, ids)),
  route(olderEndpoints.sendMessage, sendMessage),
];
