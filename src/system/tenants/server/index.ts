import type { ServerSlice } from '#platform/http/server/slice.ts';
import { tenantProblems } from '../contract/problems.ts';
import { beginZones } from './begin-zones.ts';
import { tenantRoutes } from './routes.ts';

export { currencyFormatOf } from './currency-format.ts';
export { findTenantsOf, type UserTenant } from './tenant-store.ts';

export const tenants: ServerSlice = {
  name: 'tenants',
  about: 'Settings of the selected tenant, secrets masked; mail, text messages and storage with a trial each.',
  routes: tenantRoutes,
  problems: tenantProblems,
  schedules: [beginZones],
};
