import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { PanelSkeleton } from '#ui/loaded/detail-skeleton.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useOrder } from '../order-queries.ts';
import { OrderStateSince } from '../order-state.tsx';
import { GoodsAndCups } from './goods-and-cups.tsx';
import { MoneyBlock } from './money-block.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import '#ui/record-detail/record-detail.css';
import '../order-detail.css';

/** The quick look of the list's side panel. */
export function OrderSummary({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('orders');
  return (
    <Loaded query={useOrder(orderNo)} skeleton={<PanelSkeleton />}>
      {(order) => (
        <div className="detail-main">
          <OrderStateSince order={order} />
          <Card title={t('detail.goods')} flush>
            <GoodsAndCups order={order} />
          </Card>
          <Card title={t('detail.money')}>
            <MoneyBlock order={order} />
          </Card>
          <OrderTimeline order={order} />
        </div>
      )}
    </Loaded>
  );
}
