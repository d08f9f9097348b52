import { ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { insightCalls } from './calls.ts';
import {
  OrderBreakdown,
  OrderBreakdownExport,
  OrderBreakdownRequest,
  OrderDivisions,
  OrderDivisionsRequest,
} from './order-breakdown.ts';
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
    path: '/coffeeorder/api/getOrderStatV4',
    permission: 'order:view',
    effect: 'read',
    request: OrderBreakdownRequest,
    response: OrderBreakdown,
    summary: 'What was sold in a period, divided by spot, robot, drink, channel, hour, weekday or payment channel',
  }),
  divisions: endpoint({
    method: 'POST',
    alsoMethods: [],
    path: '/coffeeorder/api/getOrderDivisions',
    permission: 'order:view',
    effect: 'read',
    request: OrderDivisionsRequest,
    response: OrderDivisions,
    summary: 'What was sold in a period, divided in several ways at once',
  }),
  exportStatistics: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/exportOrderStat',
    permission: 'order:export',
    request: OrderBreakdownExport,
    response: ExportJob,
    summary: 'The same divided figures as a file',
  }),
};
