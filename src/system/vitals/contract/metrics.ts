/** What a visit felt like (ux-guide 14): largest paint and slowest reaction in milliseconds, and the shift of the layout. */
export const METRICS = ['LCP', 'INP', 'CLS'] as const;
export type Metric = (typeof METRICS)[number];

/** Pages and builds beyond those that are known are counted together. */
export const OTHER = 'other';

/** The phone's pages are no entries of the menu. */
export const PHONE_PAGES = ['/mobile/home', '/mobile/deviceList', '/mobile/orderDetail'] as const;
