import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DEVICE_DISTANCE } from '../contract/addresses.ts';

export const deviceDistanceWeb: WebSlice = {
  name: 'device-distance',
  pages: { 'devices/distance': lazyPage(() => import('./distance-page.tsx')) },
  lists: { 'device-distance.list': DEVICE_DISTANCE },
};
