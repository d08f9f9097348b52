import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const hardwareWeb: WebSlice = {
  name: 'hardware',
  pages: {
    'hardware/suppliers': lazyPage(() => import('./supplier-list-page.tsx')),
    'hardware/types': lazyPage(() => import('./hardware-type-list-page.tsx')),
    'hardware/list': lazyPage(() => import('./hardware-list-page.tsx')),
  },
  lists: {
    'suppliers.list': '/devices/suppliers',
    'hardware-types.list': '/devices/hardware-types',
    'hardware.list': '/devices/hardware',
  },
};

/** The parts of a robot, for its page. */
export const RobotHardware = lazyAgain(() => import('./robot-hardware.tsx'));
