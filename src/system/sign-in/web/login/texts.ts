import type { Language } from '#platform/http/contract/envelope.ts';
import type enUS from '#system/sign-in/locales/en-US.json';

/** The login page reads its two small packs itself: the translation library would double its weight. */
export type LoginTexts = typeof enUS;

const packs: Readonly<Record<Language, () => Promise<{ default: LoginTexts }>>> = {
  'en-US': () => import('#system/sign-in/locales/en-US.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#system/sign-in/locales/zh-CN.json', { with: { type: 'json' } }),
};

export async function loadLoginTexts(language: Language): Promise<LoginTexts> {
  return (await packs[language]()).default;
}
