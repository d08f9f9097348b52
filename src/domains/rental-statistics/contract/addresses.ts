/** Statistics 2: what was lent. */
export const RENTAL_STATISTICS = '/statistics/rentals';
