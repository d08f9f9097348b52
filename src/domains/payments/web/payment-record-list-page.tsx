import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { paymentRecords } from '../contract/payment-records.ts';
import { paymentStateTags } from './payment-tags.ts';
import { useProviderWords } from './provider-words.ts';

export default recordsPage(paymentRecords, {
  icon: 'payment',
  shown: ['serialNo', 'orderNo', 'status', 'amountMinor', 'refundedMinor', 'channel', 'errorCode', 'requestedAt'],
  live: { kind: 'order', id: 'orderNo' },
  cells: {
    orderNo: (row) => <Link to={orderAddress(row.orderNo)}>{row.orderNo}</Link>,
    status: (row) => <StatusTag of={paymentStateTags} code={row.status} />,
    errorCode: (row) => <ProviderReason code={row.errorCode} />,
  },
});

/** In words, as far as we know the provider's codes. */
function ProviderReason({ code }: { code: string }) {
  const reasonOf = useProviderWords();
  return code === '' ? '–' : reasonOf(code);
}
