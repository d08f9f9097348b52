import type { SeededAccount } from '#apps/server/startup-banner.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { againWhenBusy } from './again-when-busy.ts';
import { seedDemoAdverts } from './demo-adverts.ts';
import { seedDemoAlarms } from './demo-alarms.ts';
import { seedDemoAnnouncements } from './demo-announcements.ts';
import { type DemoCabinet, seedDemoCabinets } from './demo-cabinets.ts';
import { seedDemoCases } from './demo-cases.ts';
import { seedDemoCategories } from './demo-categories.ts';
import { seedDemoCouponRules } from './demo-coupon-rules.ts';
import { giveDemoCoupons, seedDemoCoupons } from './demo-coupons.ts';
import { seedDemoCustomers } from './demo-customers.ts';
import { seedDemoDailyClose } from './demo-daily-close.ts';
import { seedDemoDeliveryRepairs } from './demo-delivery-repairs.ts';
import { seedDemoDepartmentRoles } from './demo-department-roles.ts';
import { seedDemoDepartments } from './demo-departments.ts';
import { seedDemoDevices } from './demo-devices.ts';
import { seedDemoDuty } from './demo-duty.ts';
import { seedDemoFeePlans } from './demo-fee-plans.ts';
import { seedDemoFleetChanges } from './demo-fleet-changes.ts';
import { seedDemoGoods } from './demo-goods.ts';
import { seedDemoHardware } from './demo-hardware.ts';
import { seedDemoHistory } from './demo-history.ts';
import { seedDemoJobs } from './demo-jobs.ts';
import { seedDemoLatteArt } from './demo-latte-art.ts';
import { seedDemoMaintenance } from './demo-maintenance.ts';
import { seedDemoMessageChannels } from './demo-message-channels.ts';
import { seedDemoPoints } from './demo-points.ts';
import { seedDemoPos } from './demo-pos.ts';
import { seedDemoDevicesOfCustomers, seedDemoPush } from './demo-push.ts';
import { seedDemoRefillRuns } from './demo-refill-runs.ts';
import { seedDemoRentals } from './demo-rentals.ts';
import { seedDemoRules } from './demo-rules.ts';
import { seedDemoScans } from './demo-scans.ts';
import { seedDemoSettings } from './demo-settings.ts';
import { seedDemoSpots } from './demo-spots.ts';
import { seedDemoStock } from './demo-stock.ts';
import { seedLanguages } from './languages.ts';
import { restrictClerk, seedAccess } from './seed-access.ts';
import { type DemoFleet, seedDemoBusiness } from './seed-demo-business.ts';
import { seedDemoChannels } from './seed-demo-channels.ts';

export interface Seeded {
  readonly accounts: readonly SeededAccount[];
  readonly fleet: DemoFleet | undefined;
  readonly cabinets: readonly DemoCabinet[];
}

/** What a fresh installation needs, and with DEMO the three demo tenants (product.md 2, 4). Repeating it is harmless. */
export async function seedInstallation(services: Services, slices: readonly ServerSlice[]): Promise<Seeded> {
  const step = <T>(seed: (services: Services) => Promise<T>): Promise<T> =>
    againWhenBusy(services, () => seed(services));
  const accounts = await step(() => seedAccess(services, declaredCatalogue(slices)));
  await step(seedLanguages);
  if (!services.config.demo) return { accounts, fleet: undefined, cabinets: [] };
  const fleet = await step(seedDemoBusiness);
  await step(seedDemoSpots);
  await step(seedDemoHardware);
  await step(seedDemoPos);
  const cabinets = await step(seedDemoCabinets);
  await step(seedDemoMaintenance);
  await step(seedDemoGoods);
  await step(seedDemoLatteArt);
  await step(seedDemoFeePlans);
  await step(seedDemoAdverts);
  await step(seedDemoDevices);
  await step(seedDemoFleetChanges);
  await step(seedDemoSettings);
  await step(seedDemoCategories);
  await step(seedDemoRules);
  await step(seedDemoDepartments);
  await step(seedDemoDepartmentRoles);
  await step(seedDemoAnnouncements);
  await step(seedDemoChannels);
  await step(seedDemoMessageChannels);
  await step(seedDemoPush);
  await step(seedDemoJobs);
  await step(restrictClerk);
  // orders of the history use them
  await step(seedDemoCoupons);
  await step(seedDemoHistory);
  await step((from) => seedDemoStock(from, fleet));
  await step(seedDemoCustomers);
  await step(seedDemoDevicesOfCustomers);
  await step(giveDemoCoupons);
  await step(seedDemoScans);
  await step(seedDemoCouponRules);
  await step(seedDemoRentals);
  await step(seedDemoDeliveryRepairs);
  await step(seedDemoCases);
  await step(seedDemoPoints);
  await step(seedDemoAlarms);
  await step(seedDemoRefillRuns);
  await step(seedDemoDailyClose);
  await step(seedDemoDuty);
  return { accounts, fleet, cabinets };
}
