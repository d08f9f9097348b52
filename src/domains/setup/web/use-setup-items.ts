import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { paymentConfigEndpoints, paymentConfigs } from '#domains/payments/contract/payment-configs.ts';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { SETUP_CHECK } from '../rules/setup-check.ts';
import { type SetupItem, type SetupItemName, setupItems } from '../rules/setup-items.ts';

/** Platform.md 9: the four of clock and money are on one page. */
export const PAGE_OF_ITEM: Readonly<Record<SetupItemName, string>> = {
  timeZone: '/settings/tenant',
  currency: '/settings/tenant',
  currencyFormat: '/settings/tenant',
  timeFormat: '/settings/tenant',
  storage: '/settings/storage',
  email: '/settings/email',
  webhook: '/settings/payments',
  payment: '/settings/payments',
  sms: '/settings/sms',
};

/** The settings of the tenant as they are now. */
export function useSetupItems(enabled = true): UseQueryResult<readonly SetupItem[]> {
  const tenant = useTenant();
  return useQuery({
    queryKey: ['setup', 'items'],
    queryFn: async ({ signal }) => {
      const options = { signal, notices: 'none' } as const;
      const [info, stripe, payments] = await Promise.all([
        call(tenantEndpoints.info, { tenant_id: tenant.id }, options),
        call(paymentConfigEndpoints.listStripe, {}, options),
        call(
          paymentConfigs.endpoints.page,
          { tenant_id: tenant.id, pageNo: 1, pageSize: SETUP_CHECK.pageSize },
          options,
        ),
      ]);
      return setupItems(info, stripe, payments.records);
    },
    staleTime: 0,
    gcTime: 0,
    enabled,
  });
}
