import { createRoot } from 'react-dom/client';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import enUS from '../locales/en-US.json' with { type: 'json' };
import zhCN from '../locales/zh-CN.json' with { type: 'json' };
import { documentTitle } from '../routing/document-title.ts';
import { StatePage } from './state-page.tsx';
import type { StateCode } from './state-pages.ts';
import '#ui/button/button.css';

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN } as const;

/** The page of a visitor who is not logged in: the same words, without frame, router and kit. */
export function showOpenStatePage(root: HTMLElement, code: StateCode, productName: string): void {
  const { state } = TEXTS[currentLanguage()];
  const { title, text } = state[code];
  document.title = documentTitle(title, '', productName);
  createRoot(root).render(
    <main id="content">
      <StatePage code={code} title={title} text={text}>
        <a className="button button-primary" href="/">
          {state.home}
        </a>
      </StatePage>
    </main>,
  );
}
