import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

const PLATFORM_TENANT = '1';
const LANGUAGES = [
  { language: 'en-US', remark: 'English', is_default: true },
  { language: 'zh-CN', remark: '中文', is_default: false },
];
/** Pages whose texts are replaced most; empty, so that the built-in texts show until somebody writes others. */
const PAGES = ['console', 'dashboard', 'orders', 'robots', 'sign-in', 'ui'];

/** The two languages and an empty pack per page and language; what an administrator has changed stays. */
export async function seedLanguages(services: Services): Promise<void> {
  await services.database.write(PLATFORM_TENANT, async (db) => {
    await db
      .insertInto('language')
      .values(LANGUAGES.map((row, sort) => ({ ...row, id: newId(), type: 'bar', sort })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('page_language')
      .values(
        LANGUAGES.flatMap(({ language }) =>
          PAGES.map((page_key) => ({ id: newId(), language, page_key, texts: '{}' })),
        ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
