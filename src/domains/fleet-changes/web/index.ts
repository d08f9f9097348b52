import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DRIFT, FLEET_CHANGES } from '../contract/addresses.ts';

export const fleetChangesWeb: WebSlice = {
  name: 'fleet-changes',
  pages: {
    'devices/changes': lazyPage(() => import('./change-list-page.tsx')),
    'devices/changes-new': lazyPage(() => import('./new-change-page.tsx')),
    'devices/changes-detail': lazyPage(() => import('./change-page.tsx')),
    'devices/drift': lazyPage(() => import('./drift-page.tsx')),
  },
  lists: { 'fleet-changes.list': FLEET_CHANGES, 'robot-drift.list': DRIFT },
};
