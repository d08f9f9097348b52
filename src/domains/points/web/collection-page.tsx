import { useTranslation } from 'react-i18next';
import { recordsPage } from '#system/records/web/page.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { collectionPoints } from '../contract/collection-points.ts';
import { CustomerLink } from './customer-link.tsx';
import { OrderLink } from './order-link.tsx';

/** Coupons of full stamp cards. */
export default recordsPage(collectionPoints, {
  icon: 'table',
  shown: ['serialNumber', 'customerId', 'stampLimit', 'couponId', 'code', 'redeemed', 'orderNo', 'issuedAt'],
  widths: { serialNumber: 148, stampLimit: 104, code: 144, redeemed: 136, orderNo: 212 },
  views: [
    { key: 'all' },
    { key: 'open', request: { redeemed: 'false' } },
    { key: 'redeemed', request: { redeemed: 'true' } },
  ],
  cells: {
    customerId: (row) => <CustomerLink id={row.customerId} name={row.customerName} />,
    orderNo: (row) => <OrderLink no={row.orderNo} />,
    redeemed: (row) => <Redeemed is={row.redeemed} />,
  },
});

function Redeemed({ is }: { is: boolean }) {
  const { t } = useTranslation('collection-points');
  return <Tag tone={is ? 'neutral' : 'success'}>{t(is ? 'redeemed.yes' : 'redeemed.no')}</Tag>;
}
