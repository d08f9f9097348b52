import type { UserTenants } from '../contract/user-tenants.ts';

/** All tenants to choose from; two of them may have one name. */
export const tenantOptions = ({ tenants }: UserTenants) =>
  tenants.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
