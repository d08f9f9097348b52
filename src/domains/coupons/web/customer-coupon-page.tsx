import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Time } from '#ui/time/time.tsx';
import { couponPage } from '../contract/addresses.ts';
import { customerCoupons } from '../contract/customer-coupons.ts';
import { CodeState, Whose } from './code-state.tsx';
import './coupons.css';

/** Who has which coupon, and what was done with it. */
export default recordsPage(customerCoupons, {
  icon: 'coupon',
  live: { kind: 'couponCode', id: 'id' },
  views: [{ key: 'all' }, { key: 'unused', request: { status: '0' } }, { key: 'used', request: { status: '1' } }],
  shown: ['customerId', 'couponId', 'code', 'status', 'origin', 'issuedAt', 'endsAt', 'usedAt', 'costMinor', 'orderNo'],
  widths: { customerId: 176, couponId: 192, code: 168, status: 112, origin: 168, orderNo: 212 },
  cells: {
    code: (row) => <span className="coupon-code">{row.code}</span>,
    couponId: (row) => (row.couponId === null ? '–' : <Link to={couponPage(row.couponId)}>{row.couponName}</Link>),
    customerId: (row) => <Whose row={row} />,
    status: (row) => <CodeState row={row} />,
    endsAt: (row) => <Ends at={row.endsAt} />,
    orderNo: (row) =>
      row.orderNo === '' ? (
        '–'
      ) : (
        <Link to={orderAddress(row.orderNo)}>
          <RecordNumber of={row.orderNo} />
        </Link>
      ),
  },
});

function Ends({ at }: { at: string | null }) {
  const { t } = useTranslation('customer-coupons');
  if (at === null) return '–';
  return Date.parse(at) < Date.now() ? <span className="quiet">{t('ended')}</span> : <Time at={at} zone="never" />;
}
