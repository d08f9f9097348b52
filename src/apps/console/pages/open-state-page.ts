import { currentLanguage } from '#platform/i18n/web/language.ts';
import { documentTitle } from '../routing/document-title.ts';
import type { StateCode } from './state-pages.ts';
import '#ui/button/button.css';
import './state-page.css';

const TEXTS = {
  'en-US': () => import('../locales/en-US.json', { with: { type: 'json' } }),
  'zh-CN': () => import('../locales/zh-CN.json', { with: { type: 'json' } }),
} as const;

/** The page of a visitor who is not logged in: what `StatePage` shows, by hand, so that neither React nor kit is fetched. */
export async function showOpenStatePage(root: HTMLElement, code: StateCode, productName: string): Promise<void> {
  const { state } = (await TEXTS[currentLanguage()]()).default;
  const { title, text } = state[code];
  document.title = documentTitle(title, '', productName);
  const sign = element('strong', code);
  sign.ariaHidden = 'true';
  const heading = element('h1', title);
  heading.tabIndex = -1;
  const way = element('a', state.home, 'button button-primary');
  way.href = '/';
  const page = element('div', '', 'state-page');
  page.append(sign, heading, element('p', text), way);
  const main = element('main');
  main.id = 'content';
  main.append(page);
  root.replaceChildren(main);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
