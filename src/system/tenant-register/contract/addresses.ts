/** The list of tenants in the console. */
export const TENANT_LIST = '/isystem/tenant';
