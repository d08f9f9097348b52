import { endpoint } from '#platform/http/contract/endpoint.ts';
import { insightCalls } from './calls.ts';
import { OrderBreakdown, OrderBreakdownRequest } from './order-breakdown.ts';
import { OrderStatistics, OrderStatisticsRequest } from './order-statistics.ts';

/** Calls of the console about figures of orders (domain 7). */
export const insightEndpoints = {
  statistics: endpoint({
    ...insightCalls.statistics,
    request: OrderStatisticsRequest,
    response: OrderStatistics,
    summary: "Figures of a period of the tenant's days, with the period before and a series",
  }),
  breakdown: endpoint({
    method: 'POST',
    alsoMethods: ['GET'],
    path: '/coffeeorder/api/getOrderStatV4',
    permission: 'order:view',
    effect: 'read',
    request: OrderBreakdownRequest,
    response: OrderBreakdown,
    summary: 'What was sold in a period, divided by spot, robot, drink, channel, hour of the day or payment channel',
  }),
};
