export const COUPONS = '/marketing/coupons';
export const couponPage = (id: string): string => `${COUPONS}/detail/${encodeURIComponent(id)}`;
export const couponForm = (id: string | undefined): string =>
  id === undefined ? `${COUPONS}/form` : `${COUPONS}/form/${encodeURIComponent(id)}`;
export const COUPON_CODES = '/marketing/coupon-codes';
export const codesOfCoupon = (couponId: string): string => `${COUPON_CODES}?couponId=${encodeURIComponent(couponId)}`;
/** A form that begins as the copy of a coupon. */
export const couponCopy = (id: string): string => `${couponForm(undefined)}?copy=${encodeURIComponent(id)}`;
export const CUSTOMER_COUPONS = '/customers/coupons';
