import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { rentalPage } from '#domains/rentals/contract/addresses.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { paymentRecords } from '../contract/payment-records.ts';
import { paymentStateTags } from './payment-tags.ts';
import { useProviderWords } from './provider-words.ts';
import './payments.css';

/** All but what stands below them as it is. */
const FACTS = Object.keys(paymentRecords.fields).filter((field) => field !== 'snapshot');

export default recordsPage(paymentRecords, {
  icon: 'payment',
  shown: [
    'serialNo',
    'requestedAt',
    'status',
    'amountMinor',
    'refundedMinor',
    'orderNo',
    'purpose',
    'channel',
    'errorCode',
  ],
  facts: FACTS,
  below: (row) => <Snapshot of={row.snapshot} />,
  live: { kind: 'order', id: 'orderNo' },
  widths: { serialNo: 240, orderNo: 228, status: 156 },
  cells: {
    serialNo: (row) => <RecordNumber of={row.serialNo} />,
    orderNo: (row) => (
      <Link to={row.orderKind === 'rental' ? rentalPage(row.orderNo) : orderAddress(row.orderNo)}>
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    status: (row) => <StatusTag of={paymentStateTags} code={row.status} />,
    errorCode: (row) => <ProviderReason code={row.errorCode} />,
  },
});

/** In words, as far as we know the provider's codes. */
function ProviderReason({ code }: { code: string }) {
  const reasonOf = useProviderWords();
  return code === '' ? '–' : reasonOf(code);
}

function Snapshot({ of }: { of: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('payment-records');
  if (Object.keys(of).length === 0) return null;
  return (
    <details>
      <summary>{t('field.snapshot')}</summary>
      <pre className="payment-snapshot">{JSON.stringify(of, null, 2)}</pre>
    </details>
  );
}
