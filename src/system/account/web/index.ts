import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const accountWeb: WebSlice = {
  name: 'account',
  pages: {
    'account/center': lazyPage(() => import('./account-center-page.tsx')),
    'account/settings': lazyPage(() => import('./account-settings-page.tsx')),
  },
};
