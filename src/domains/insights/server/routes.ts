import { type Route, route } from '#platform/http/server/route.ts';
import { insightEndpoints } from '../contract/endpoints.ts';
import { exportBreakdown } from './breakdown-export.ts';
import { getOrderBreakdown, getOrderDivisions } from './order-breakdown.ts';
import { getOrderStatistics } from './order-statistics.ts';

export const insightRoutes: readonly Route[] = [
  route(insightEndpoints.statistics, getOrderStatistics),
  route(insightEndpoints.breakdown, getOrderBreakdown),
  route(insightEndpoints.divisions, getOrderDivisions),
  route(insightEndpoints.exportStatistics, exportBreakdown),
];
