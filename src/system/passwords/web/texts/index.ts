import type { Language } from '#platform/http/contract/envelope.ts';
import type enUS from '#system/passwords/locales/en-US.json';

export type PasswordTexts = typeof enUS;

const packs: Readonly<Record<Language, () => Promise<{ default: PasswordTexts }>>> = {
  'en-US': () => import('#system/passwords/locales/en-US.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#system/passwords/locales/zh-CN.json', { with: { type: 'json' } }),
};

/** For a program without the translation library that asks for the password when it happens. */
export async function loadPasswordTexts(language: Language): Promise<PasswordTexts> {
  return (await packs[language]()).default;
}
