import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { currentTenant } from '../use-tenant.ts';

/** The settings of the selected tenant, as its pages show them. */
export function useInfo() {
  const id = currentTenant()?.id ?? '';
  return useQuery({
    queryKey: ['tenants', 'info', id],
    queryFn: ({ signal }) => call(tenantEndpoints.info, { tenant_id: id }, { signal, notices: 'none' }),
  });
}
