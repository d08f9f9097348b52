import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { CUSTOMER_COUPONS, couponPage } from '../contract/addresses.ts';
import { customerCoupons } from '../contract/customer-coupons.ts';
import { CodeState } from './code-state.tsx';
import './coupons.css';

const SHOWN = 10;

/** On the page of a customer: the newest coupons. */
export default function CouponsOfCustomer({ id }: { id: string }) {
  const { t } = useTranslation('customer-coupons');
  const query = useQuery({
    queryKey: ['customer-coupons', 'of', id],
    queryFn: ({ signal }) =>
      call(customerCoupons.endpoints.page, { customerId: id, pageSize: SHOWN }, { signal, notices: 'none' }),
  });
  return (
    <Card
      title={t('part.title')}
      extra={<Link to={`${CUSTOMER_COUPONS}?customerId=${encodeURIComponent(id)}`}>{t('part.all')}</Link>}
    >
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('part.none')}</p>
          ) : (
            <ul className="coupon-sends">
              {records.map((row) => (
                <li key={row.id}>
                  <CodeState row={row} />{' '}
                  {row.couponId !== null && <Link to={couponPage(row.couponId)}>{row.couponName}</Link>}{' '}
                  <span className="coupon-code">{row.code}</span> <Time at={row.issuedAt} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
