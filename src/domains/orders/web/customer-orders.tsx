import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { orderAddress } from '../contract/addresses.ts';
import { orderEndpoints } from '../contract/endpoints.ts';
import { OrderState } from './order-state.tsx';

const MOST = 10;

/** What a customer bought last, on his page. */
export default function CustomerOrders({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const query = useQuery({
    queryKey: ['orders', 'of-customer', id],
    queryFn: ({ signal }) =>
      call(orderEndpoints.page, { customerRef: id, pageSize: MOST }, { signal, notices: 'none' }),
  });
  return (
    <Card
      title={t('ofCustomer.title')}
      extra={<Link to={`/orders/list?customerRef=${encodeURIComponent(id)}`}>{t('ofCustomer.all')}</Link>}
    >
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('ofCustomer.none')}</p>
          ) : (
            <ul className="customer-history">
              {records.map((order) => (
                <li key={order.orderNo}>
                  <Link to={orderAddress(order.orderNo)}>
                    <RecordNumber of={order.orderNo} />
                  </Link>
                  <span className="customer-history-what">{order.goodsSummary}</span>
                  <OrderState order={order} />
                  <span className="figures">
                    <Money minor={order.payableMinor} currency={order.currency} />
                  </span>
                  <span className="quiet">
                    <Time at={order.createdAt} relative />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
