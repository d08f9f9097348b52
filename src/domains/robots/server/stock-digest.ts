import { findStockConditions, NOTHING_OFFERED, type StockCondition } from '#domains/beverages/server/index.ts';
import { deliver } from '#platform/channels/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { mailTo } from '#platform/jobs/contract/mail-to.ts';
import { defineWork, mailLanguage, mailLanguages, type WorkContext } from '#platform/jobs/server/define-work.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { robotSight } from './find-robots.ts';
import { robotsInPortions } from './robot-store.ts';

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN } as const;
/** A mail takes 20,000 characters. */
const MOST_CHARACTERS = 18_000;
const HOUR_MINUTES = 60;

/** By mail: what runs low or is used up, robot by robot, each receiver those that he may see. Nobody is written to while all is well. */
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
    const letters: { mailbox: string; lines: readonly string[] }[] = [];
    for (const { actor, mailbox } of people) {
      const lines = await linesFor(context, actor, language);
      if (lines.length > 0) letters.push({ mailbox, lines });
    }
    const words = TEXTS[language].mail;
    const page = new URL('/devices/robots', context.services.config.publicUrl);
    page.searchParams.set('tenant', context.tenantId);
    return {
      facts: { mails: letters.length, robots: Math.max(0, ...letters.map(({ lines }) => lines.length)) },
      finish: async (tx) => {
        for (const { mailbox, lines } of letters) {
          const list = listOf(lines, words.more);
          await deliver(context.services, tx, {
            ...{ channel: 'email', purpose: 'stock-digest', to: mailbox },
            subject: words.subject.replace('{count}', String(lines.length)),
            text: words.text.replace('{list}', () => list).replace('{link}', () => page.href),
          });
        }
      },
    };
  },
});

/** As many lines as a mail takes, and how many robots are left out. */
function listOf(lines: readonly string[], more: string): string {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > MOST_CHARACTERS;
  });
  if (end < 0) return lines.join('\n');
  return [...lines.slice(0, end), more.replace('{count}', String(lines.length - end))].join('\n');
}

/** One line for each robot that wants something, spot by spot. */
function linesFor(context: WorkContext, actor: Actor, language: Language): Promise<readonly string[]> {
  return context.read(async (db) => {
    const found: { readonly spot: string; readonly line: string }[] = [];
    for await (const robots of robotsInPortions(db, robotSight(actor))) {
      const stock = await findStockConditions(
        db,
        robots.map(({ id }) => id),
        language,
      );
      for (const { id, name, spot_name } of robots) {
        const wants = wantsOf(stock.get(id), language);
        if (wants !== '') found.push({ spot: spot_name ?? '', line: `${name}: ${wants}` });
      }
    }
    found.sort((one, other) => one.spot.localeCompare(other.spot) || one.line.localeCompare(other.line));
    return found.map(({ line }) => line);
  });
}

function wantsOf({ missing, low }: StockCondition = NOTHING_OFFERED, language: Language): string {
  const words = TEXTS[language].mail;
  const joined = (names: readonly string[]) => names.join(language === 'zh-CN' ? '、' : ', ');
  // what is missing is low as well
  const still = low.filter((one) => !missing.includes(one));
  const parts = [
    ...(missing.length > 0 ? [words.missing.replace('{names}', () => joined(missing))] : []),
    ...(still.length > 0 ? [words.low.replace('{names}', () => joined(still))] : []),
  ];
  return parts.join('; ');
}
