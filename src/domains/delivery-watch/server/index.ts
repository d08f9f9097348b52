import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { DELIVERY_WATCH } from '../contract/addresses.ts';
import { deliveryRepairs } from '../contract/delivery-repairs.ts';
import { deliveryWatchEndpoints } from '../contract/endpoints.ts';
import { undeliveredNotice } from '../contract/notices.ts';
import { deliveryWatchProblems } from '../contract/problems.ts';
import { evidence, figures, repairByHand, repairList } from './answers.ts';
import { openDeliveryMetrics } from './delivery-metrics.ts';
import { watchDeliveries, watchSubscriptions } from './watch.ts';

export const deliveryWatch: ServerSlice = sliceOf(
  {
    name: 'delivery-watch',
    about: 'Paid orders that were not delivered in time: what was seen, how each was repaired, and what is still open.',
    routes: [
      route(deliveryWatchEndpoints.figures, figures),
      route(deliveryWatchEndpoints.evidence, evidence),
      route(deliveryWatchEndpoints.repair, repairByHand),
    ],
    problems: deliveryWatchProblems,
    schedules: [watchDeliveries],
    subscriptions: watchSubscriptions,
    noticeKinds: [undeliveredNotice],
    menu: [
      {
        page: 'delivery-watch/list',
        kind: deliveryRepairs,
        under: 'orders',
        path: DELIVERY_WATCH,
        icon: 'warning',
        sort: 26,
      },
    ],
    start: async (services) => {
      openDeliveryMetrics(services);
      return async () => {};
    },
  },
  repairList,
);
