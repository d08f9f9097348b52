import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { rentalPage } from '../contract/addresses.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import { type ListedRepair, REPAIR_VIEWS, rentalRepairs } from '../contract/repair-list.ts';
import { DismissalDialog, openDismissal, settleRepair } from './repair-acts.tsx';
import { RepairFacts, RepairWords, repairStateTags } from './repair-words.tsx';
import { waitingBeside } from './waiting-words.tsx';

const VIEWS: readonly ListView[] = [
  { key: 'waiting', request: REPAIR_VIEWS.waiting },
  { key: 'settled', request: REPAIR_VIEWS.settled },
  { key: 'all', request: REPAIR_VIEWS.all },
];

const Repairs = recordsPage(rentalRepairs, {
  icon: 'check',
  views: VIEWS,
  shown: [
    ...['orderNo', 'kind', 'state', 'confidence', 'endAt', 'feeMinor', 'chargedMinor', 'giveBackMinor', 'cabinetName'],
    ...['serial', 'foundAt'],
  ],
  widths: { orderNo: 238, kind: 210, state: 130, confidence: 96 },
  live: { kind: 'rental', id: 'orderNo' },
  cells: {
    orderNo: (row) => (
      <Link to={rentalPage(row.orderNo)} className="record-identity">
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    state: (row) => <StatusTag of={repairStateTags} code={row.state} />,
  },
  actions: waitingBeside('repairs'),
  facts: ['orderNo', 'state', 'serial', 'startedAt', 'chargedMinor', 'spotId', 'customerId', 'foundAt'],
  above: (row) => <RepairWords of={row} isWaiting={row.state === 'waiting'} />,
  below: (row) => <Evidence row={row} />,
  rowActions: (row, t) =>
    row.state === 'waiting'
      ? [
          {
            ...{ key: 'settle', label: t('settle.button'), icon: 'check', by: rentalEndpoints.settleRepair },
            onSelect: () => settleRepair(row.id, t('settle.done')),
          },
          {
            ...{ key: 'dismiss', label: t('dismiss.button'), icon: 'close', by: rentalEndpoints.dismissRepair },
            onSelect: () => openDismissal(row),
          },
        ]
      : [],
});

/** What full uploads and rentals say against each other: those that wait first, with what one click does. */
export default function RepairListPage() {
  return (
    <>
      <Repairs />
      <DismissalDialog />
    </>
  );
}

/** As it was kept with the rental. */
function Evidence({ row }: { row: ListedRepair }) {
  const { t } = useTranslation('rental-repairs');
  const query = useQuery({
    queryKey: ['rentals', 'detail', row.orderNo],
    queryFn: ({ signal }) => call(rentalEndpoints.detail, { orderNo: row.orderNo }, { signal, notices: 'none' }),
  });
  return (
    <>
      <h3>{t('evidence.title')}</h3>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ repairs }) => {
          const repair = repairs.find(({ id }) => id === row.id);
          return repair ? <RepairFacts repair={repair} /> : null;
        }}
      </Loaded>
    </>
  );
}
