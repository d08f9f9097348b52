import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OrderState } from '#domains/orders/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { useLatestOrders } from './overview-queries.ts';
import { usePaused } from './paused.ts';

export function LatestOrders({ spotId }: { spotId?: string | undefined }) {
  const { t } = useTranslation(['insights', 'orders']);
  const latest = useLatestOrders(usePaused(), spotId);
  return (
    <Card
      title={t('latest.title')}
      extra={<Link to={spotId ? `/orders/list?spotId=${spotId}` : '/orders/list'}>{t('latest.all')}</Link>}
      flush
    >
      <Loaded query={latest} skeleton={<SkeletonLines lines={8} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="overview-none">{t('latest.none')}</p>
          ) : (
            <ul className="latest-orders">
              {records.map((order) => (
                <li key={order.orderNo}>
                  <Link to={`/orders/detail/${order.orderNo}`} className="record-identity">
                    <RecordNumber of={order.orderNo} />
                  </Link>
                  <span className="latest-goods" data-tip-cut="">
                    {order.goodsSummary}
                  </span>
                  <OrderState order={order} />
                  <Money minor={order.payableMinor} currency={order.currency} />
                  <span className="latest-time">
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
