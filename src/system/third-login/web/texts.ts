import type { Language } from '#platform/http/contract/envelope.ts';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };

/** Both packs are a kilobyte; the translation library is not there before the login. */
export function thirdLoginTexts(language: Language): typeof enUS {
  return TEXTS[language];
}
