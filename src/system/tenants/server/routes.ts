import { route } from '#platform/http/server/route.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { readTenantInfo } from './read-tenant-info.ts';

export const tenantRoutes = [route(tenantEndpoints.info, readTenantInfo)];
