import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { TenantInfo, TenantInfoRequest } from '../contract/tenant-info.ts';
import { tenantInfoOf } from './tenant-info-of.ts';
import { findTenant } from './tenant-store.ts';

/** The header selects the tenant; a `tenant_id` that names another one finds nothing (security 3.10). */
export async function readTenantInfo(context: RequestContext, request: TenantInfoRequest): Promise<TenantInfo> {
  if (request.tenant_id !== undefined && request.tenant_id !== context.tenantId) raise('tenant.not-found');
  const row = (await context.read(findTenant)) ?? raise('tenant.not-found');
  return tenantInfoOf(row, context.language);
}
