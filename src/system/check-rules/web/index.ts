import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const checkRulesWeb: WebSlice = {
  name: 'check-rules',
  pages: { 'check-rules/list': lazyPage(() => import('./check-rule-list-page.tsx')) },
  lists: { 'check-rules.list': '/isystem/check-rule' },
};
