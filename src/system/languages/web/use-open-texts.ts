import { useEffect, useState } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import { afterFirstPaint } from '#platform/i18n/web/after-first-paint.ts';
import { withServerTexts } from './with-server-texts.ts';

/**
 * The texts of a slice on pages before the login, where the translation library is not: two packs of a kilobyte or two come
 * with the page, the server's texts over them.
 */
export function useOpenTexts<Texts>(
  language: Language,
  pageKey: string,
  builtIn: Readonly<Record<Language, Texts>>,
): Texts {
  const [fromServer, setFromServer] = useState<{ language: Language; texts: Texts }>();
  useEffect(() => {
    let isLeft = false;
    afterFirstPaint(async () => {
      const texts = await withServerTexts(language, pageKey, builtIn[language]);
      if (!isLeft) setFromServer({ language, texts });
    });
    return () => {
      isLeft = true;
    };
  }, [language, pageKey, builtIn]);
  return fromServer?.language === language ? fromServer.texts : builtIn[language];
}
