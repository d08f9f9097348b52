import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { closeDayPage } from '../contract/addresses.ts';
import { closeDifferences } from '../contract/differences.ts';
import { subjectPage } from './links.ts';
import { differenceStateTags } from './tags.ts';

/** What did not fit together, of all days. */
export default recordsPage(closeDifferences, {
  icon: 'warning',
  shown: ['day', 'kind', 'state', 'orderNo', 'expectedMinor', 'foundMinor', 'providerRef', 'settledByName', 'reason'],
  widths: { day: 128, kind: 288, state: 128, orderNo: 228 },
  views: [
    { key: 'open', request: { state: 'open,mending' } },
    { key: 'accepted', request: { state: 'accepted' } },
    { key: 'all', request: {} },
  ],
  cells: {
    day: (row) => (
      <Link to={closeDayPage(row.day ?? '')} className="record-identity">
        {row.day}
      </Link>
    ),
    state: (row) => <StatusTag of={differenceStateTags} code={row.state} />,
    orderNo: (row) => <OrderLink row={row} />,
  },
});

function OrderLink({ row }: { row: { subject: 'order' | 'rental' | 'provider'; orderNo: string } }) {
  const { t } = useTranslation('close-differences');
  const to = subjectPage(row);
  if (to === undefined) return '–';
  return (
    <Link to={to} data-tip={t('field.orderNo')}>
      <RecordNumber of={row.orderNo} />
    </Link>
  );
}
