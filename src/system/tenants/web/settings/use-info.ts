import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { currentTenant } from '#platform/viewer/web/use-tenant.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';

/** The settings of the selected tenant, as its pages show them. */
export function useInfo() {
  const id = currentTenant()?.id ?? '';
  return useQuery({
    queryKey: ['tenants', 'info', id],
    queryFn: ({ signal }) => call(tenantEndpoints.info, { tenant_id: id }, { signal, notices: 'none' }),
  });
}
