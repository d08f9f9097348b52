import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { scenes } from '../contract/scenes.ts';
import { type PushChannel, templates } from '../contract/templates.ts';
import { DELIVERED_TEXTS, type DeliveredText } from './delivered-texts.ts';

interface Made {
  readonly table: 'message_template' | 'push_scene';
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Makes the delivered templates and scenes for events that have none; twice changes nothing (settled 120). */
export function autoCreate(context: RequestContext): Promise<{ templates: number; scenes: number }> {
  return context.transaction((tx) => addDelivered(tx, context.language));
}

/** The same for a new tenant. */
export async function addDelivered(
  tx: Transaction,
  language: Language,
): Promise<{ templates: number; scenes: number }> {
  const made = await makeDelivered(tx.db, { at: tx.now(), by: tx.actor.name, language });
  for (const { table, id, values } of made) {
    const kind = table === 'push_scene' ? scenes : templates;
    await tx.audit({ action: kind.permission('add'), objectKind: kind.name, objectId: id, after: values });
  }
  for (const kind of [templates, scenes])
    await tx.live({ kind: kind.name, id: '', permission: kind.permission('view') });
  const of = (table: Made['table']): number => made.filter((one) => one.table === table).length;
  return { templates: of('message_template'), scenes: of('push_scene') };
}

/** Those that nobody has changed. */
export async function removeDelivered(db: PlatformDb, tenantId: number): Promise<void> {
  const codes = DELIVERED_TEXTS.map(({ event }) => event);
  for (const table of ['push_scene', 'message_template'] as const)
    await db
      .deleteFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('code', 'in', codes)
      .where('version', '=', 1)
      .execute();
}

interface By {
  readonly at: Date;
  readonly by: string;
  /** Of the names of scenes. */
  readonly language: Language;
}

/** The same inside of any transaction: what was made, with the values of its fields. */
export async function makeDelivered(db: TenantDb, { at, by, language }: By): Promise<Made[]> {
  // two at once make each scene once
  await sql`select pg_advisory_xact_lock(hashtextextended('push delivered', 0))`.execute(db);
  const known = await db.selectFrom('push_scene').select(['event', 'code', 'name']).execute();
  const texts = await db.selectFrom('message_template').select('code').distinct().execute();
  const events = new Set(known.map(({ event }) => event));
  const taken = new Set(known.flatMap(({ code, name }) => [code.toLowerCase(), name.toLowerCase()]));
  const codes = new Set(texts.map(({ code }) => code.toLowerCase()));
  const made: Made[] = [];
  const stamps = { created_at: at, created_by: by, updated_at: at };
  for (const one of DELIVERED_TEXTS) {
    const [name] = one.words[language];
    if (events.has(one.event) || taken.has(one.event) || taken.has(name.toLowerCase())) continue;
    if (!codes.has(one.event)) {
      const rows = templatesOf(one);
      await db
        .insertInto('message_template')
        .values(
          rows.map(({ id, values: { testJson, ...values } }) => ({ id, ...values, test_json: testJson, ...stamps })),
        )
        .execute();
      made.push(...rows.map((row) => ({ table: 'message_template', ...row }) as const));
    }
    const values = { name, code: one.event, event: one.event, templateCodes: one.event, delaySeconds: 0, status: 1 };
    const id = newId();
    await db
      .insertInto('push_scene')
      .values({ id, name, code: one.event, event: one.event, template_codes: one.event, ...stamps })
      .execute();
    made.push({ table: 'push_scene', id, values: { ...values, description: '' } });
  }
  return made;
}

/** Those by which anybody is reached; of the others nobody knows yet whether the tenant has them. */
const DELIVERED_CHANNELS = ['email', 'sms'] as const satisfies readonly PushChannel[];

/** A text message has no title, so it begins with it. */
const wholeText = (channel: string, language: Language, title: string, content: string): string =>
  channel === 'sms' ? `${title}${language === 'zh-CN' ? '。' : '. '}${content}` : content;

const templatesOf = ({ event, words, test }: DeliveredText) =>
  DELIVERED_CHANNELS.flatMap((channel) =>
    LANGUAGES.map((language) => {
      const [, title, content] = words[language];
      const named = Object.fromEntries(
        Object.entries(test).filter(([name]) => `${title}${content}`.includes(`{${name}}`)),
      );
      return {
        id: newId(),
        values: {
          code: event,
          channel,
          language,
          title,
          content: wholeText(channel, language, title, content),
          testJson: JSON.stringify(named, null, 2),
        },
      };
    }),
  );
