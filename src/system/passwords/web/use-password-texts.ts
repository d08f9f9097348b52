import type { Language } from '#platform/http/contract/envelope.ts';
import { useOpenTexts } from '#system/languages/web/index.ts';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };
import type { PasswordTexts } from './texts/index.ts';

const TEXTS: Readonly<Record<Language, PasswordTexts>> = { 'en-US': enUS, 'zh-CN': zhCN };

export const usePasswordTexts = (language: Language): PasswordTexts => useOpenTexts(language, 'passwords', TEXTS);
