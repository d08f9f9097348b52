import { type SqlBool, sql } from 'kysely';
import { findStockConditions, NOTHING_OFFERED, type StockCondition } from '#domains/beverages/server/index.ts';
import { robotSight, robotsInPortions } from '#domains/robots/server/index.ts';
import { deliver } from '#platform/channels/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { joinParts, joinWords, saidOf } from '#platform/i18n/rules/join-words.ts';
import { mailTo } from '#platform/jobs/contract/mail-to.ts';
import { defineWork, mailLanguage, mailLanguages, type WorkContext } from '#platform/jobs/server/define-work.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { alarms } from '../contract/alarms.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { alarmList } from './answers.ts';
import { type CallLine, linesIn } from './call-texts.ts';

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN } as const;
const MOST_ALARMS = 100;
/** A mail takes 20,000 characters. */
const MOST_CHARACTERS = 18_000;
const HOUR_MINUTES = 60;

interface Letter {
  readonly mailbox: string;
  /** One line for each robot that wants something. */
  readonly stock: readonly string[];
  readonly alarms: readonly CallLine[];
}

/**
 * By mail: what runs low or is used up, robot by robot, and the alarms that are not over, each receiver those that he may see. Nobody
 * is written to while all is well.
 */
export const stockDigest = defineWork({
  key: 'stock-digest',
  texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
  permission: 'robot:view',
  leastMinutes: HOUR_MINUTES,
  parameters: mailTo,
  choices: { language: mailLanguages },
  run: async (context, { receivers, language: asked }) => {
    const language = mailLanguage(asked);
    const people = await context.receivers(receivers, 'robot:view');
    const letters: Letter[] = [];
    for (const { actor, mailbox } of people) {
      const letter = { mailbox, ...(await contentFor(context, actor, language)) };
      if (letter.stock.length + letter.alarms.length > 0) letters.push(letter);
    }
    const page = new URL('/devices/robots', context.services.config.publicUrl);
    page.searchParams.set('tenant', context.tenantId);
    return {
      facts: {
        mails: letters.length,
        robots: Math.max(0, ...letters.map(({ stock }) => stock.length)),
        alarms: Math.max(0, ...letters.map((letter) => letter.alarms.length)),
      },
      finish: async (tx) => {
        for (const letter of letters)
          await deliver(context.services, tx, {
            ...{ channel: 'email', purpose: 'stock-digest', to: letter.mailbox },
            ...wordsOf(letter, language, page.href),
          });
      },
    };
  },
});

function wordsOf({ stock, alarms: lines }: Letter, language: Language, link: string) {
  const words = TEXTS[language].digest;
  const ofAlarms = lines.length > 0 ? `${words.alarms}\n${linesIn(language, lines, MOST_ALARMS)}` : '';
  const ofStock =
    stock.length > 0 ? `${words.stock}\n${listOf(stock, words.more, MOST_CHARACTERS - ofAlarms.length)}` : '';
  return {
    subject: words.subject.replace('{robots}', String(stock.length)).replace('{alarms}', String(lines.length)),
    text: `${[ofStock, ofAlarms].filter((part) => part !== '').join('\n\n')}\n\n${link}\n`,
  };
}

/** As many lines as there is room for, and how many robots are left out. */
function listOf(lines: readonly string[], more: string, room: number): string {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > room;
  });
  if (end < 0) return lines.join('\n');
  return [...lines.slice(0, end), more.replace('{count}', String(lines.length - end))].join('\n');
}

const contentFor = (context: WorkContext, actor: Actor, language: Language) =>
  context.read(async (db) => ({
    stock: await stockFor(db, actor, language),
    alarms: can(actor, alarms.permission('view')) ? await alarmsFor(db, actor) : [],
  }));

/** One line for each robot that wants something, spot by spot. */
async function stockFor(db: TenantDb, actor: Actor, language: Language): Promise<string[]> {
  const found: { readonly spot: string; readonly line: string }[] = [];
  for await (const robots of robotsInPortions(db, robotSight(actor))) {
    const stock = await findStockConditions(
      db,
      robots.map(({ id }) => id),
      language,
    );
    for (const { id, name, spot_name } of robots) {
      const wants = wantsOf(stock.get(id), language);
      if (wants !== '') found.push({ spot: spot_name ?? '', line: saidOf(name, wants, language) });
    }
  }
  found.sort((one, other) => one.spot.localeCompare(other.spot) || one.line.localeCompare(other.line));
  return found.map(({ line }) => line);
}

function wantsOf({ missing, low }: StockCondition = NOTHING_OFFERED, language: Language): string {
  const words = TEXTS[language].digest;
  const joined = (names: readonly string[]) => joinWords(names, language);
  // what is missing is low as well
  const still = low.filter((one) => !missing.includes(one));
  const parts = [
    ...(missing.length > 0 ? [words.missing.replace('{names}', () => joined(missing))] : []),
    ...(still.length > 0 ? [words.low.replace('{names}', () => joined(still))] : []),
  ];
  return joinParts(parts, language);
}

/** Those that are not over, the worst first; one cause counts once, as the list shows it. */
async function alarmsFor(db: TenantDb, actor: Actor): Promise<CallLine[]> {
  const { time_zone: timeZone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('alarm as record')
    .leftJoin('spot', 'spot.id', 'record.spot_id')
    .select(['record.type', 'record.severity', 'record.value', 'record.value_zh', 'record.device_name'])
    .select(['record.raised_at', 'spot.name as spot_name', 'spot.name_zh as spot_name_zh'])
    .where('record.state', '!=', 'cleared')
    .where('record.is_part', '=', false)
    .where(sightOf(alarmList.served, actor) ?? sql<SqlBool>`true`)
    .orderBy(sql`array_position(array['critical', 'major', 'minor'], record.severity)`)
    .orderBy('record.raised_at')
    .limit(MOST_ALARMS)
    .execute();
  return rows.map((row) => ({
    ...{ type: row.type, severity: row.severity, value: row.value, valueZh: row.value_zh },
    ...{ reason: 'first' as const, timeZone },
    ...{ device: row.device_name, raisedAt: row.raised_at },
    ...{ spot: row.spot_name ?? '', spotZh: row.spot_name_zh || row.spot_name || '' },
  }));
}
