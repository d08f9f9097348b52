import { cachedDetail } from '#platform/http/web/cached-detail.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { coupons } from '../../contract/coupons.ts';

const named = ({ title, titleZh }: { title: string; titleZh: string }): string =>
  readersName({ name: title, nameZh: titleZh });

/** Coupons as the choices of a filter: ten at a time, by part of the title. */
export const findCouponOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (title, signal) => {
    const asked = title === '' ? {} : { search: title };
    const page = await call(coupons.endpoints.page, { ...asked, pageSize: 10 }, { signal, notices: 'none' });
    return page.records.map((coupon) => ({ value: coupon.id, label: named(coupon) }));
  },
  find: async (id) => named(await cachedDetail('coupons', coupons.endpoints.one, { id })),
};
