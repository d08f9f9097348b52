import { alarms } from '#domains/alarms/contract/alarms.ts';
import { alarmEndpoints } from '#domains/alarms/contract/endpoints.ts';
import { customers } from '#domains/customers/contract/customers.ts';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { ORDER_DIMENSIONS } from '#domains/insights/contract/order-breakdown.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { ORDER_VIEWS } from '#domains/orders/contract/order-figures.ts';
import { refundList } from '#domains/refunds/contract/refund-list.ts';
import { rentalStatisticsEndpoints } from '#domains/rental-statistics/contract/endpoints.ts';
import { MOST_UPTIME_DAYS, robotUptimeEndpoints } from '#domains/robot-uptime/contract/endpoints.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { workListEndpoints } from '#domains/work-list/contract/endpoints.ts';
import { addDays, dayRange } from '#platform/time/rules/local-day.ts';
import { TIME_ZONE } from './world.ts';

/** Days that end today. */
export const PERIODS = [1, 7, 30, 90, 365] as const;

interface Days {
  readonly fromDay: string;
  readonly toDay: string;
}

export interface DashboardCall {
  readonly page: string;
  readonly name: string;
  readonly endpoint: { readonly method: string; readonly path: string };
  /** Longest period that the page asks for; 0: it does not depend on one. */
  readonly mostDays: number;
  request(days: Days): object;
}

const YEAR = 366;
const call = (
  page: string,
  name: string,
  endpoint: DashboardCall['endpoint'],
  mostDays: number,
  request: DashboardCall['request'] = () => ({}),
): DashboardCall => ({ page, name, endpoint, mostDays, request });

export const ANALYSIS_DIVISIONS = [
  { by: 'spot', rank: 'best', top: 6 },
  { by: 'goods', rank: 'best', top: 6 },
  { by: 'hourOfWeek', top: 168 },
  { by: 'channel', top: 6 },
  { by: 'paymentChannel', top: 6 },
] as const;

/** As the pages ask, each once. */
export const DASHBOARD_CALLS: readonly DashboardCall[] = [
  call('Analysis', 'sums', insightEndpoints.statistics, YEAR, (days) => days),
  call('Analysis', 'divisions', insightEndpoints.divisions, YEAR, (days) => ({
    ...{ ...days, measure: 'sales' },
    divisions: ANALYSIS_DIVISIONS,
  })),
  call('Analysis', 'new customers', customers.endpoints.page, YEAR, ({ fromDay, toDay }) => ({
    ...{ createdFrom: dayRange(fromDay, toDay, TIME_ZONE).from.toISOString(), pageSize: 1 },
    createdTo: dayRange(fromDay, toDay, TIME_ZONE).before.toISOString(),
  })),
  call('Robots', 'uptime', robotUptimeEndpoints.figures, MOST_UPTIME_DAYS, (days) => days),
  call('Robots', 'monitor', robotEndpoints.monitor, 0),
  call('Monitor', 'alarms', alarms.endpoints.page, 0, () => ({ state: '!cleared', pageSize: 6 })),
  call('Monitor', 'figures of alarms', alarmEndpoints.figures, 0),
  call('Monitor', 'orders in work', orderEndpoints.totals, 0, () => ORDER_VIEWS.processing),
  call('Monitor', 'abnormal orders', orderEndpoints.totals, 0, () => ORDER_VIEWS.abnormal),
  call('Monitor', 'open refunds', orderEndpoints.totals, 0, () => ORDER_VIEWS.refunding),
  call('Monitor, Home', 'what runs out', workListEndpoints.runOut, 0),
  call('Home', 'refunds that wait', refundList.endpoints.page, 0, () => ({
    ...{ waiting: 'true', column: 'requestedAt', order: 'asc', pageSize: 6 },
  })),
  call('Sales', 'sums beside last week', insightEndpoints.statistics, 1, (days) => ({ ...days, daysBefore: 7 })),
  ...(['spot', 'hour', 'goods', 'channel'] as const).map((by) =>
    call('Sales', `by ${by} beside last week`, insightEndpoints.breakdown, 1, (days) => ({
      ...{ ...days, daysBefore: 7, by, measure: 'sales', top: 24 },
    })),
  ),
  call('Sales', 'newest orders', orderEndpoints.page, 0, () => ({ pageSize: 8 })),
  ...ORDER_DIMENSIONS.map((by) =>
    call('Statistics', `by ${by}`, insightEndpoints.breakdown, YEAR, (days) => ({
      ...days,
      by,
      measure: 'sales',
      top: 10,
    })),
  ),
  call('Rental statistics', 'figures', rentalStatisticsEndpoints.figures, YEAR, (days) => days),
];

export const daysUntil = (today: string, days: number): Days => ({ fromDay: addDays(today, 1 - days), toDay: today });
