// For the filters of other slices. Apart from `couponsWeb`, which comes with the frame of every page.

export { findCouponOptions } from './find-coupon-options.ts';
