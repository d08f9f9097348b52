import type { ServerSlice } from '#platform/http/server/slice.ts';
import { tenantProblems } from '../contract/problems.ts';
import { tenantRoutes } from './routes.ts';

export { findTenantsOf, type UserTenant } from './tenant-store.ts';

export const tenants: ServerSlice = {
  name: 'tenants',
  about: 'Settings of the selected tenant, secrets masked.',
  routes: tenantRoutes,
  problems: tenantProblems,
};
