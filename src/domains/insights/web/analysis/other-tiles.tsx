import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CUSTOMER_LIST } from '#domains/customers/contract/addresses.ts';
import { customerCalls } from '#domains/customers/contract/calls.ts';
import type { customers } from '#domains/customers/contract/customers.ts';
import { ROBOTS_MONITORING } from '#domains/robot-uptime/contract/addresses.ts';
import { MOST_UPTIME_DAYS, robotUptimeEndpoints } from '#domains/robot-uptime/contract/endpoints.ts';
import { call, callAt } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { addDays, instantOf } from '#ui/time/zoned.ts';
import type { DashboardChoice } from '../dashboard/choice.ts';

const MILLION = 1_000_000;
const FRESH_MS = 60_000;
const DAY_MS = 86_400_000;

const daysIn = ({ from, to }: DashboardChoice['days']): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Customers who came for the first time: the total of their list itself. They are of the tenant, whatever the spot. */
export function CustomersTile({ choice: { days, spotId } }: { choice: DashboardChoice }) {
  const { t, i18n } = useTranslation('dashboards');
  const { timeZone } = useTenant();
  const may = useCan(customerCalls.page) && spotId === undefined;
  const newIn = (from: string, to: string, signal: AbortSignal) => {
    const at = (day: string) => new Date(instantOf(day, timeZone)).toISOString();
    const asked = { createdFrom: at(from), createdTo: at(addDays(to, 1)), pageSize: 1 };
    return callAt<typeof customers.endpoints.page>(customerCalls.page, asked, { signal, notices: 'none' });
  };
  const count = daysIn(days);
  const query = useQuery({
    queryKey: ['customers', 'new', days.from, days.to],
    enabled: may,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const [now, before] = await Promise.all([
        newIn(days.from, days.to, signal),
        newIn(addDays(days.from, -count), addDays(days.to, -count), signal),
      ]);
      return { now: now.total, before: before.total };
    },
  });
  if (!may) return null;
  return (
    <StatTile
      source={query}
      title={t('figure.newCustomers')}
      value={query.data && new Intl.NumberFormat(i18n.language).format(query.data.now)}
      to={`${CUSTOMER_LIST}?created=${days.from}..${days.to}`}
      comparison={query.data && { ...query.data, label: t('beforeWhole') }}
    />
  );
}

/** How much of its opening hours the fleet was online, and what that cost. */
export function UptimeTile({ choice: { days, spotId, period } }: { choice: DashboardChoice }) {
  const { t, i18n } = useTranslation('dashboards');
  const money = useFormatMoney();
  const may = useCan(robotUptimeEndpoints.figures) && daysIn(days) <= MOST_UPTIME_DAYS;
  const request = { fromDay: days.from, toDay: days.to, ...(spotId ? { spotId } : {}) };
  const query = useQuery({
    queryKey: ['robots', 'uptime', request],
    enabled: may,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => call(robotUptimeEndpoints.figures, request, { signal, notices: 'none' }),
  });
  if (!may) return null;
  const { data } = query;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const address = new URLSearchParams({
    ...(period === 'custom' ? { from: days.from, to: days.to } : { period }),
    ...(spotId ? { spotId } : {}),
  });
  return (
    <StatTile
      source={query}
      title={t('figure.uptime')}
      value={data && (data.total.uptime === null ? '–' : percent.format(data.total.uptime / MILLION))}
      to={`${ROBOTS_MONITORING}?${address}`}
      note={data && t('lost', { amount: money(data.total.lostSalesMinor, data.currency) })}
    />
  );
}
