import type { TenantChoice } from '#platform/viewer/contract/user-info.ts';

/** The last used tenants first, then the others as the server sent them. */
export function tenantsByUse(tenants: readonly TenantChoice[], recentIds: readonly string[]): TenantChoice[] {
  const rank = (tenant: TenantChoice) => {
    const at = recentIds.indexOf(tenant.id);
    return at < 0 ? recentIds.length : at;
  };
  return tenants.toSorted((one, other) => rank(one) - rank(other));
}
