import { useEffect, useState } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import { afterFirstPaint } from '#platform/i18n/web/after-first-paint.ts';
import { withServerTexts } from '#system/languages/web/index.ts';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };

/** Both packs are a kilobyte; the translation library is not there before the login. The server's texts come over them. */
export function useThirdLoginTexts(language: Language): typeof enUS {
  const [fromServer, setFromServer] = useState<{ language: Language; texts: typeof enUS }>();
  useEffect(() => {
    let isLeft = false;
    afterFirstPaint(async () => {
      const texts = await withServerTexts(language, 'third-login', TEXTS[language]);
      if (!isLeft) setFromServer({ language, texts });
    });
    return () => {
      isLeft = true;
    };
  }, [language]);
  return fromServer?.language === language ? fromServer.texts : TEXTS[language];
}
