import { route } from '#platform/http/server/route.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { clearStorage, editStorage, testStorage } from './edit-storage.ts';
import { readTenantInfo } from './read-tenant-info.ts';

export const tenantRoutes = [
  route(tenantEndpoints.info, readTenantInfo),
  route(tenantEndpoints.editStorage, editStorage),
  route(tenantEndpoints.clearStorage, clearStorage),
  route(tenantEndpoints.testStorage, testStorage),
];
