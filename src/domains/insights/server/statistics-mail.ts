import { deliver } from '#platform/channels/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { mailTo } from '#platform/jobs/contract/mail-to.ts';
import { defineWork, mailLanguage, mailLanguages, type WorkContext } from '#platform/jobs/server/define-work.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import { integer } from '#platform/records/contract/fields.ts';
import { addDays, localDay } from '#platform/time/rules/local-day.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { type DimensionSum, namesOf, sumByDimension } from './order-breakdown-store.ts';
import { statisticsPeriod } from './statistics-period.ts';

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN } as const;
const MOST_DAYS = 31;
const MOST_SPOTS = 200;
const HOUR_MINUTES = 60;

/** By mail: what the spots sold on the whole days before today, each receiver those that he may see. */
export const statisticsMail = defineWork({
  key: 'statistics-mail',
  texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
  permission: 'order:view',
  leastMinutes: HOUR_MINUTES,
  parameters: { ...mailTo, days: integer(1, MOST_DAYS, { required: true }) },
  choices: { language: mailLanguages },
  run: async (context, { receivers, language: asked, days }) => {
    const language = mailLanguage(asked);
    const people = await context.receivers(receivers, 'order:view');
    const letters: (Letter & { mailbox: string })[] = [];
    for (const { actor, mailbox } of people)
      letters.push({ mailbox, ...(await letterFor(context, actor, language, days)) });
    return {
      facts: { mails: letters.length, days: letters[0]?.span ?? '' },
      finish: async (tx) => {
        for (const { mailbox, subject, text } of letters)
          await deliver(context.services, tx, {
            ...({ channel: 'email', purpose: 'statistics', to: mailbox, subject, text } as const),
          });
      },
    };
  },
});

interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly span: string;
}

function letterFor(context: WorkContext, actor: Actor, language: Language, days: number): Promise<Letter> {
  const words = TEXTS[language].mail;
  return context.read(async (db) => {
    const tenant = await db.selectFrom('tenant').select(['time_zone', 'name', 'name_zh']).executeTakeFirstOrThrow();
    const today = localDay(context.now(), tenant.time_zone);
    const [fromDay, toDay] = [addDays(today, -days), addDays(today, -1)];
    const period = await statisticsPeriod(db, { now: context.now, actor }, { fromDay, toDay });
    const sums = await sumByDimension(db, period, 'spot');
    const spots = [...Map.groupBy(sums, ({ key }) => key)]
      .sort(([, one], [, other]) => cupsOf(other) - cupsOf(one))
      .slice(0, MOST_SPOTS);
    const names = await namesOf(
      db,
      'spot',
      spots.map(([key]) => key),
    );
    const lines = spots.map(([key, of]) => {
      const named = names.get(key);
      return `${named ? localName(language, named.name, named.nameZh) : key}: ${figures(of, words)}`;
    });
    const span = fromDay === toDay ? fromDay : `${fromDay} – ${toDay}`;
    const fill = (text: string) =>
      text
        .replace('{tenant}', () => localName(language, tenant.name, tenant.name_zh ?? ''))
        .replace('{days}', () => span)
        .replace('{zone}', () => tenant.time_zone)
        .replace('{total}', () => figures(sums, words))
        .replace('{list}', () => (lines.length > 0 ? lines.join('\n') : words.nothing));
    return { subject: fill(words.subject), text: fill(words.text), span };
  });
}

const cupsOf = (sums: readonly DimensionSum[]): number => sums.reduce((all, { cups }) => all + cups, 0);

/** Currencies are never added together (practice 1.1). */
function figures(sums: readonly DimensionSum[], words: typeof enUS.mail): string {
  const orders = sums.reduce((all, sum) => all + sum.orders, 0);
  const sales = [...Map.groupBy(sums, ({ currency }) => currency)].map(
    ([currency, of]) =>
      `${currency} ${toDecimalText(
        of.reduce((all, { salesMinor }) => all + salesMinor, 0),
        currency,
      )}`,
  );
  return words.figures
    .replace('{orders}', String(orders))
    .replace('{cups}', String(cupsOf(sums)))
    .replace('{sales}', () => sales.join(' + ') || '0');
}
