import { currentLanguage } from '#platform/i18n/web/language.ts';
import enUS from './locales/en-US.json' with { type: 'json' };
import zhCN from './locales/zh-CN.json' with { type: 'json' };

export type ErrorText = keyof typeof enUS;

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN } as const;

/** The error catalogue of platform.md 8. Built in, so that a failure can be shown before any language pack is there. */
export function errorText(key: ErrorText): string {
  return TEXTS[currentLanguage()][key];
}
