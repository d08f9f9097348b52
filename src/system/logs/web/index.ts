import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DATA_LOG, LOGIN_LOG, OPERATION_LOG } from '../contract/addresses.ts';

export const logsWeb: WebSlice = {
  name: 'logs',
  pages: {
    'logs/operations': lazyPage(() => import('./operation-list-page.tsx')),
    'logs/logins': lazyPage(() => import('./login-list-page.tsx')),
    'logs/versions': lazyPage(() => import('./version-list-page.tsx')),
  },
  lists: { 'operation-log.list': OPERATION_LOG, 'login-log.list': LOGIN_LOG, 'data-log.list': DATA_LOG },
};
