import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const monitorsWeb: WebSlice = {
  name: 'monitors',
  pages: {
    'monitor/http-trace': lazyPage(() => import('./http-trace-page.tsx')),
    'monitor/runtime': lazyPage(() => import('./runtime-page.tsx')),
    'monitor/http-server': lazyPage(() => import('./http-server-page.tsx')),
    'monitor/redis': lazyPage(() => import('./redis-page.tsx')),
    'monitor/system': lazyPage(() => import('./system-page.tsx')),
  },
};
