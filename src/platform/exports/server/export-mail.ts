import { deliver } from '#platform/channels/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import { mailTo } from '#platform/jobs/contract/mail-to.ts';
import {
  defineWork,
  mailLanguage,
  mailLanguages,
  type Receiver,
  type ScheduledWork,
  type WorkContext,
} from '#platform/jobs/server/define-work.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { integer, text } from '#platform/records/contract/fields.ts';
import { addDays, dayRange, localDay } from '#platform/time/rules/local-day.ts';
import { DOWNLOADS } from '../contract/addresses.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../contract/export-job.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import type { ExportDefinition } from './define-export.ts';
import { startExportIn } from './start-export.ts';

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN } as const;
const MOST_DAYS = 31;
const HOUR_MINUTES = 60;

/**
 * A list as a file, for several people at set times: each gets a file of his own, narrowed to what he may see, and a mail that
 * says where it lies. The mail holds nothing of the file, for mailboxes are read by others (security 14.5).
 */
export function exportMail(definitions: ReadonlyMap<string, ExportDefinition>): ScheduledWork {
  // results of imports are files of one import
  const lists = [...definitions.values()].filter(({ kind }) => !kind.endsWith('Import'));
  return defineWork({
    key: 'export-mail',
    texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
    permission: null,
    leastMinutes: HOUR_MINUTES,
    parameters: {
      ...mailTo,
      list: text(64, { required: true }),
      format: text(4, { required: true }),
      /** Whole days before the day of the run; 0 is the whole list. */
      days: integer(0, MOST_DAYS, { empty: 0 }),
    },
    choices: {
      language: mailLanguages,
      format: () => EXPORT_FORMATS.map((value) => ({ value, text: value.toUpperCase() })),
      list: ({ actor, language }) =>
        lists
          .filter(({ permission }) => can(actor, permission))
          .map((one) => ({ value: one.kind, text: one.name(language) })),
    },
    run: async (context, { receivers, language: asked, list, format, days }) => {
      const definition = definitions.get(list) ?? raise('request.not-found');
      const people = await context.receivers(receivers, definition.permission);
      const language = mailLanguage(asked);
      const request = await requestOf(context, definition, days);
      const name = definition.name(language);
      return {
        facts: { files: people.length, list: name },
        finish: async (tx) => {
          for (const { actor, mailbox } of people) {
            await startExportIn(tx, { language, actor }, definition, { format: format as ExportFormat, request });
            await deliver(context.services, tx, mailOf(context, { mailbox }, TEXTS[language].mail, name));
          }
        },
      };
    },
  });
}

function mailOf(context: WorkContext, { mailbox }: Pick<Receiver, 'mailbox'>, words: typeof enUS.mail, name: string) {
  const page = new URL(DOWNLOADS, context.services.config.publicUrl);
  page.searchParams.set('tenant', context.tenantId);
  const fill = (text: string) => text.replace('{list}', () => name).replace('{link}', () => page.href);
  return {
    ...({ channel: 'email', purpose: 'scheduled-export', to: mailbox } as const),
    ...{ subject: fill(words.subject), text: fill(words.text) },
  };
}

/** The whole days before today on the tenant's clocks. What is a list of days, such as orders, has one at least. */
async function requestOf(context: WorkContext, definition: ExportDefinition, days: number) {
  const count = definition.isOfDays ? Math.max(1, days) : days;
  if (count === 0) return {};
  const { time_zone } = await context.read((db) =>
    db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow(),
  );
  const today = localDay(context.now(), time_zone);
  const { from, before } = dayRange(addDays(today, -count), addDays(today, -1), time_zone);
  return { createdFrom: from.toISOString(), createdTo: before.toISOString() };
}
