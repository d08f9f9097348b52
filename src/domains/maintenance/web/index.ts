import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

/** When a robot is due for maintenance, for its page. */
export const MaintenanceCard = lazyAgain(() => import('./maintenance-card.tsx'));
