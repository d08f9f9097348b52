import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export { HelpLink } from './help-link.tsx';

export const helpWeb: WebSlice = {
  name: 'help',
  pages: { 'help/document': lazyPage(() => import('./help-page.tsx')) },
  searcher: () => import('./search-help.ts').then((module) => module.helpSearcher),
  helpPanel: () => import('./help-panel.tsx'),
};
