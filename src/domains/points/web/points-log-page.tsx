import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { pointsLog } from '../contract/points-log.ts';
import { ChangeReason } from './change-reason.tsx';
import { CustomerLink } from './customer-link.tsx';
import CustomerPointsCard from './customer-points-card.tsx';
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
    madeBy: (row) => <MadeBy name={row.madeBy} />,
  },
  below: (row) => <CustomerPointsCard id={row.customerId} />,
});

/** Orders, refunds and redemptions change points without anybody's hand. */
function MadeBy({ name }: { name: string }) {
  const { t } = useTranslation('points-log');
  return name || <span className="quiet">{t('byItself')}</span>;
}

/** Of a rental it is a number alone. */
function OrderLink({ no }: { no: string }) {
  if (no === '') return '–';
  return /^\d{12,}$/.test(no) ? <Link to={orderAddress(no)}>{no}</Link> : no;
}
