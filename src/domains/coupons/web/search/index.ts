import { recordSearcher } from '#system/records/web/index.ts';
import { COUPONS, couponPage } from '../../contract/addresses.ts';
import { coupons } from '../../contract/coupons.ts';

export const couponSearcher = () => recordSearcher(coupons, { icon: 'coupon', list: COUPONS, pageOf: couponPage });
