/** What was sold, divided by one dimension: statistics 1. */
export const STATISTICS = '/statistics/coffee';
/** Live sales. */
export const SALES_MONITORING = '/dashboard/sales';
