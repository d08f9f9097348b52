import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const fillRulesWeb: WebSlice = {
  name: 'fill-rules',
  pages: { 'fill-rules/list': lazyPage(() => import('./fill-rule-list-page.tsx')) },
  lists: { 'fill-rules.list': '/isystem/fill-rule' },
};
