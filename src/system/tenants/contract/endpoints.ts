import { endpoint } from '#platform/http/contract/endpoint.ts';
import { TenantInfo, TenantInfoRequest } from './tenant-info.ts';

export const tenantEndpoints = {
  /** Every member reads it: clock, money and time formats of the whole console come from here (product.md 6). */
  info: endpoint({
    method: 'GET',
    path: '/tenantinfo/api/queryById',
    permission: null,
    request: TenantInfoRequest,
    response: TenantInfo,
    summary: 'Settings of the selected tenant, secrets masked',
  }),
};
