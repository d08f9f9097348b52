import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { rentalPage } from '#domains/rentals/contract/addresses.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { disputeRecords } from '../contract/dispute-records.ts';
import { disputeStateTags } from './dispute-tags.ts';
import { DisputeAtProvider } from './disputes/dispute-at-provider.tsx';

export default recordsPage(disputeRecords, {
  icon: 'warning',
  shown: ['orderNo', 'state', 'reason', 'amountMinor', 'takenMinor', 'evidenceDueAt', 'answerUrl', 'openedAt'],
  facts: Object.keys(disputeRecords.fields),
  widths: { orderNo: 236, state: 180, reason: 310, takenMinor: 150, answerUrl: 190 },
  cells: {
    orderNo: (row) => (
      <Link to={row.orderKind === 'rental' ? rentalPage(row.orderNo) : orderAddress(row.orderNo)}>
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    state: (row) => <StatusTag of={disputeStateTags} code={row.state} />,
    answerUrl: (row) => <DisputeAtProvider dispute={row} />,
  },
});
