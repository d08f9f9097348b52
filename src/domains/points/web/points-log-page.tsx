import { useTranslation } from 'react-i18next';
import { recordsPage } from '#system/records/web/page.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { PointsChangeType } from '../contract/points.ts';
import { type ListedPointsChange, pointsLog } from '../contract/points-log.ts';
import { ChangeReason } from './change-reason.tsx';
import { CustomerLink } from './customer-link.tsx';
import CustomerPointsCard from './customer-points-card.tsx';
import { OrderLink } from './order-link.tsx';
import { changeTags } from './points-tags.ts';
import { SignedPoints } from './signed-points.tsx';
import './points.css';

/** Every change of every balance: nothing is changed here. */
export default recordsPage(pointsLog, {
  icon: 'list',
  shown: ['madeAt', 'customerId', 'type', 'points', 'balanceAfter', 'orderNo', 'reason', 'madeBy'],
  widths: { type: 124, points: 96, balanceAfter: 132, orderNo: 212, madeBy: 136 },
  views: [
    { key: 'all' },
    { key: 'earned', request: { type: '1' } },
    { key: 'spent', request: { type: '2' } },
    { key: 'added', request: { type: '3' } },
    { key: 'deducted', request: { type: '4' } },
  ],
  cells: {
    customerId: (row) => <CustomerLink id={row.customerId} name={row.customerName} />,
    type: (row) => <StatusTag of={changeTags} code={row.type} />,
    points: (row) => <SignedPoints points={row.points} />,
    orderNo: (row) => <OrderLink no={row.orderNo} />,
    reason: (row) => <ChangeReason reason={row.reason} />,
    madeBy: (row) => <MadeBy row={row} />,
  },
  below: (row) => <CustomerPointsCard id={row.customerId} />,
});

/** Orders and refunds change points without anybody's hand; what is spent, the customer spends. */
function MadeBy({ row: { madeBy, type } }: { row: Pick<ListedPointsChange, 'madeBy' | 'type'> }) {
  const { t } = useTranslation('points-log');
  if (madeBy !== '') return madeBy;
  return type === PointsChangeType.spent ? t('byCustomer') : <span className="quiet">{t('byItself')}</span>;
}
