import { Counter, Gauge } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';

const OPEN = 'orders_undelivered_open';
const REPAIRS = 'orders_undelivered_repairs_total';

/** How many paid orders are not delivered now, of all tenants: normally none. */
export function openDeliveryMetrics(services: Services): void {
  const registers = [services.metrics];
  new Counter({
    name: REPAIRS,
    help: 'Repairs of paid orders that were not delivered',
    labelNames: ['how'],
    registers,
  });
  new Gauge({
    name: OPEN,
    help: 'Paid orders that are not delivered and not paid back yet',
    registers,
    async collect() {
      const [found] = await services.database.acrossTenants('count of undelivered orders', (db) =>
        db
          .selectFrom('delivery_repair')
          .select((of) => of.fn.countAll<number>().as('open'))
          .where('state', '<>', 'closed')
          .execute(),
      );
      this.set(Number(found?.open ?? 0));
    },
  });
}

export function countRepair({ metrics }: Services, how: string): void {
  (metrics.getSingleMetric(REPAIRS) as Counter | undefined)?.inc({ how });
}
