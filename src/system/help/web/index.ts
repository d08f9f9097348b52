import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export { HelpLink } from './help-link.tsx';

export const helpWeb: WebSlice = {
  name: 'help',
  pages: { 'help/document': lazyPage(() => import('./help-page.tsx')) },
  helpPanel: () => import('./help-panel.tsx'),
};
