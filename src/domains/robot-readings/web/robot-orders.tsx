import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { useReadings } from './use-readings.ts';

/** What a robot sold last. */
export default function RobotOrders({ robotId, imei }: { robotId: string; imei: string }) {
  const { t } = useTranslation('robot-readings');
  return (
    <Card
      title={t('orders')}
      extra={<Link to={`/orders/list?deviceImei=${encodeURIComponent(imei)}`}>{t('allOrders')}</Link>}
      flush
    >
      <Loaded query={useReadings(robotId)} skeleton={<Skeleton height={160} />}>
        {({ orders }) =>
          orders.length === 0 ? (
            <p className="quiet robot-empty">{t('noOrders')}</p>
          ) : (
            <ScrollBox label={t('orders')}>
              <table className="plain-table robot-orders">
                <tbody>
                  {orders.map((order) => (
                    <tr key={order.orderNo}>
                      <td>
                        <Link to={orderAddress(order.orderNo)}>
                          <RecordNumber of={order.orderNo} />
                        </Link>
                      </td>
                      <td>{order.goods}</td>
                      <td className="end figures">{t('orderCups', { count: order.cups })}</td>
                      <td className="end">
                        <Time at={order.createdAt} relative />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )
        }
      </Loaded>
    </Card>
  );
}
