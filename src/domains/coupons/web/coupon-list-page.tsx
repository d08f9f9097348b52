import { recordsPage } from '#system/records/web/page.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { couponForm, couponPage } from '../contract/addresses.ts';
import { type Coupon, coupons } from '../contract/coupons.ts';
import { couponActions } from './coupon-actions.ts';
import { CouponDialogs } from './coupon-dialogs.tsx';
import { Worth } from './worth.tsx';

const column = columnsFor<Coupon>();

const Page = recordsPage(coupons, {
  icon: 'coupon',
  shown: ['title', 'worth', 'issued', 'used', 'left', 'costMinor', 'endsAt', 'enabled'],
  widths: { title: 216, type: 248, issued: 96, used: 88, left: 88, costMinor: 128 },
  moreColumns: [column.custom('worth', (row) => <Worth of={row} />, { width: 208, card: 'fact' })],
  formPage: couponForm,
  pageOf: couponPage,
  rowActions: (row, t) => couponActions(row, t),
});

/** Coupons with what was handed out, used and spent. */
export default function CouponListPage() {
  return (
    <>
      <Page />
      <CouponDialogs />
    </>
  );
}
