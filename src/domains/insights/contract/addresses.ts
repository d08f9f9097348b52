/** What was sold, divided by one dimension. */
export const STATISTICS = '/orders/statistics';
