import type { Language } from '#platform/http/contract/envelope.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };

/** What was done, in the words of the older contract (system-api.md 5.10). */
export const said = (language: Language, what: keyof typeof enUS): string => TEXTS[language][what];
