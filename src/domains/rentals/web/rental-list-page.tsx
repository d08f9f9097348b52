import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { rentalPage } from '../contract/addresses.ts';
import { RENTAL_VIEWS, rentals } from '../contract/rental-list.ts';
import { rentalStatusTags } from './rental-tags.ts';
import { waitingBeside } from './waiting-words.tsx';

const VIEWS: readonly ListView[] = [
  { key: 'open', request: RENTAL_VIEWS.open },
  { key: 'unpaid', request: RENTAL_VIEWS.unpaid },
  { key: 'review', request: RENTAL_VIEWS.review },
  { key: 'over', request: RENTAL_VIEWS.over },
  { key: 'notLent', request: RENTAL_VIEWS.notLent },
  { key: 'all', request: RENTAL_VIEWS.all },
];

/** Every rental: who has which unit since when, what it cost, and what somebody should look at. */
export default recordsPage(rentals, {
  icon: 'battery',
  views: VIEWS,
  shown: [
    ...['orderNo', 'status', 'createdAt', 'cabinetName', 'serial', 'feeMinor', 'paidMinor', 'returnedAt'],
    ...['returnCabinetName', 'spotId'],
  ],
  live: { kind: 'rental', id: 'orderNo' },
  actions: waitingBeside('review'),
  widths: { orderNo: 238, status: 184 },
  cells: {
    orderNo: (row) => (
      <Link to={rentalPage(row.orderNo)} className="record-identity">
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    status: (row) => <StatusTag of={rentalStatusTags} code={row.status} />,
    review: (row) => (row.review ? <ToLookAt /> : '–'),
    notLent: (row) => <Why of={row.notLent} />,
  },
});

function ToLookAt() {
  const { t } = useTranslation('rentals');
  return <Tag tone="warning">{t('field.review')}</Tag>;
}

function Why({ of }: { of: string | null }) {
  const { t } = useTranslation('rentals');
  return of ? t(`notLent.${of}`) : '–';
}
