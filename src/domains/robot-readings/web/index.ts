import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const robotReadingsWeb: WebSlice = {
  name: 'robot-readings',
  pages: { 'devices/status': lazyPage(() => import('./status-page.tsx')) },
  lists: { 'robot-readings.list': '/devices/status' },
};

/** Parts of a robot's page. */
export const RobotBand = lazyAgain(() => import('./robot-band.tsx'));
export const RobotStrips = lazyAgain(() => import('./robot-strips.tsx'));
export const RobotOrders = lazyAgain(() => import('./robot-orders.tsx'));
export const RobotParts = lazyAgain(() => import('./robot-parts.tsx'));
export const RobotVersions = lazyAgain(() => import('./robot-versions.tsx'));
export const RobotMqtt = lazyAgain(() => import('./robot-mqtt.tsx'));
