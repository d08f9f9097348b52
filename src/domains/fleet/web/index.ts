import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const fleetWeb: WebSlice = {
  name: 'fleet',
  pages: {
    'devices/robots': lazyPage(() => import('./robot-list-page.tsx')),
    'devices/monitor': lazyPage(() => import('./monitor-page.tsx')),
    'devices/map': lazyPage(() => import('./map/map-page.tsx')),
    'devices/wall': lazyPage(() => import('./wall-page.tsx')),
    'devices/quarantine': lazyPage(() => import('./quarantine-page.tsx')),
  },
  lists: { 'devices.list': '/devices/robots' },
};
