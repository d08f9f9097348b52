import type { Language } from '#platform/http/contract/envelope.ts';
import { useOpenTexts } from '#system/languages/web/index.ts';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };

export const useThirdLoginTexts = (language: Language): typeof enUS => useOpenTexts(language, 'third-login', TEXTS);
