/** People who buy. */
export const CUSTOMER_LIST = '/customers/list';
/** What their phones and cards were scanned at. */
export const SCAN_LIST = '/customers/scans';
export const CUSTOMER_SEARCH = '/customers/search';
/** Staff who are told of alarms. */
export const ALARM_USERS = '/customers/alarm-users';
/** The page of one customer. */
export const customerPage = (id: string): string => `/customers/detail/${id}`;

/** A customer of the client that calls, by its own word for him. */
export const STOREFRONT_CUSTOMER = '/storefront/v1/customers/:customerId';
