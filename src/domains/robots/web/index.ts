import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const robotsWeb: WebSlice = {
  name: 'robots',
  pages: {
    'devices/robot-detail': lazyPage(() => import('./robot-detail-page.tsx')),
    'devices/robot-import': lazyPage(() => import('./robot-import-page.tsx')),
  },
};

export { findRobotOptions } from './find-robots.ts';
export { RobotLink } from './robot-link.tsx';
export { robotKeys, useMonitor } from './robot-queries.ts';
export { HealthReasonText } from './robot-status.tsx';
export { commandStateTags, healthTags } from './robot-tags.ts';
export { EmptyAt } from './stock/empty-at.tsx';
