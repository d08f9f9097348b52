import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

/** Stands in a view of an order's page: its code comes when somebody looks at it. */
export const OrderFilm = lazyAgain(() => import('./order-film.tsx'));
