export const COUPONS = '/marketing/coupons';
export const couponPage = (id: string): string => `${COUPONS}/detail/${encodeURIComponent(id)}`;
export const couponForm = (id: string | undefined): string =>
  id === undefined ? `${COUPONS}/form` : `${COUPONS}/form/${encodeURIComponent(id)}`;
export const COUPON_CODES = '/marketing/coupon-codes';
export const codesOfCoupon = (couponId: string): string =>
  `${COUPON_CODES}?couponId=${encodeURIComponent(couponId)}`;
