import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { pageTexts } from '#platform/i18n/server/page-texts.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { defineWork } from '#platform/jobs/server/define-work.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { countMissing } from '../rules/completeness.ts';
import { replacementsOf } from '../rules/merge-pack.ts';

const BUILT_IN: ReadonlySet<string> = new Set(LANGUAGES);

/** How complete the languages are that people added: those that are built in have every text. */
export const completeness = defineWork({
  key: 'language-completeness',
  texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
  permission: null,
  parameters: {},
  run: async ({ services }) => {
    const wanted = new Map([...pageTexts()].map(([page, texts]) => [page, new Set(texts['en-US'].keys())]));
    const { languages, packs } = await services.database.read(PLATFORM_TENANT, async (db) => ({
      languages: await db.selectFrom('language').select('language').where('status', '=', 1).execute(),
      packs: await db.selectFrom('page_language').select(['language', 'page_key', 'texts']).execute(),
    }));
    const missing = languages
      .filter(({ language }) => !BUILT_IN.has(language))
      .map(({ language }) => {
        const own = packs.filter((pack) => pack.language === language);
        const given = new Map(own.map(({ page_key, texts }) => [page_key, new Set(replacementsOf(texts).keys())]));
        return { language, count: countMissing(wanted, given) };
      })
      .filter(({ count }) => count > 0);
    const texts = [...wanted.values()].reduce((all, keys) => all + keys.size, 0);
    const incomplete = missing.map(({ language, count }) => `${language} ${count}`).join(', ');
    return { facts: { languages: languages.length, texts, incomplete: incomplete || '0' } };
  },
});
