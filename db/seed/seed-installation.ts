import type { SeededAccount } from '#apps/server/startup-banner.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { seedDemoAdverts } from './demo-adverts.ts';
import { seedDemoAlarms } from './demo-alarms.ts';
import { seedDemoAnnouncements } from './demo-announcements.ts';
import { type DemoCabinet, seedDemoCabinets } from './demo-cabinets.ts';
import { seedDemoCategories } from './demo-categories.ts';
import { seedDemoCouponRules } from './demo-coupon-rules.ts';
import { seedDemoCoupons } from './demo-coupons.ts';
import { seedDemoCustomers } from './demo-customers.ts';
import { seedDemoDeliveryRepairs } from './demo-delivery-repairs.ts';
import { seedDemoDepartmentRoles } from './demo-department-roles.ts';
import { seedDemoDepartments } from './demo-departments.ts';
import { seedDemoDevices } from './demo-devices.ts';
import { seedDemoFeePlans } from './demo-fee-plans.ts';
import { seedDemoFleetChanges } from './demo-fleet-changes.ts';
import { seedDemoGoods } from './demo-goods.ts';
import { seedDemoHardware } from './demo-hardware.ts';
import { seedDemoHistory } from './demo-history.ts';
import { seedDemoJobs } from './demo-jobs.ts';
import { seedDemoLatteArt } from './demo-latte-art.ts';
import { seedDemoMaintenance } from './demo-maintenance.ts';
import { seedDemoPoints } from './demo-points.ts';
import { seedDemoPos } from './demo-pos.ts';
import { seedDemoPush } from './demo-push.ts';
import { seedDemoRentals } from './demo-rentals.ts';
import { seedDemoRules } from './demo-rules.ts';
import { seedDemoSettings } from './demo-settings.ts';
import { seedDemoSpots } from './demo-spots.ts';
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
  const accounts = await seedAccess(services, declaredCatalogue(slices));
  await seedLanguages(services);
  if (!services.config.demo) return { accounts, fleet: undefined, cabinets: [] };
  const fleet = await seedDemoBusiness(services);
  await seedDemoSpots(services);
  await seedDemoHardware(services);
  await seedDemoPos(services);
  const cabinets = await seedDemoCabinets(services);
  await seedDemoMaintenance(services);
  await seedDemoGoods(services);
  await seedDemoLatteArt(services);
  await seedDemoFeePlans(services);
  await seedDemoAdverts(services);
  await seedDemoDevices(services);
  await seedDemoFleetChanges(services);
  await seedDemoSettings(services);
  await seedDemoCategories(services);
  await seedDemoRules(services);
  await seedDemoDepartments(services);
  await seedDemoDepartmentRoles(services);
  await seedDemoAnnouncements(services);
  await seedDemoChannels(services);
  await seedDemoPush(services);
  await seedDemoJobs(services);
  await restrictClerk(services);
  await seedDemoHistory(services);
  await seedDemoCustomers(services);
  // some customers of the history have one
  await seedDemoCoupons(services);
  await seedDemoCouponRules(services);
  await seedDemoRentals(services);
  await seedDemoDeliveryRepairs(services);
  await seedDemoPoints(services);
  await seedDemoAlarms(services);
  return { accounts, fleet, cabinets };
}
