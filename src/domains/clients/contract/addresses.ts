/** What sells through the storefront. */
export const CLIENT_LIST = '/settings/clients';
