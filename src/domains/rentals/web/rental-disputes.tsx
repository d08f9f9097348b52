import { DisputeCards } from '#domains/payments/web/disputes/index.ts';

/** Apart from the page, for few rentals are disputed. */
export default function RentalDisputes({ orderNo }: { orderNo: string }) {
  return <DisputeCards orderNo={orderNo} />;
}
