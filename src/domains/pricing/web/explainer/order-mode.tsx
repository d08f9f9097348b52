import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import type { FormValues } from '#ui/form-dialog/form-state.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import type { ExplainPriceRequest } from '../../contract/price.ts';
import { PricePanel } from './price-panel.tsx';
import { useExplainedPrice } from './use-explained.ts';

interface OrderModeProps {
  orderNo: string;
  /** The same values, free to be changed. */
  onChange: (values: FormValues) => void;
}

/** How an order came to its sum, from the facts that it was priced with. */
export function OrderMode({ orderNo, onChange }: OrderModeProps) {
  const { t } = useTranslation('pricing');
  const query = useQuery({
    queryKey: ['orders', 'one', orderNo, 'explained'],
    queryFn: ({ signal }) => call(orderEndpoints.detail, { orderNo }, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={320} />}>
      {(order) =>
        order.pricing ? (
          <OrderPrice order={order} pricing={order.pricing} onChange={onChange} />
        ) : (
          <Card>
            <Empty icon="payment" title={t('explainer.notKept')}>
              {t('explainer.notKeptText')}
            </Empty>
          </Card>
        )
      }
    </Loaded>
  );
}

interface OrderPriceProps extends Pick<OrderModeProps, 'onChange'> {
  order: OrderDetail;
  pricing: ExplainPriceRequest;
}

function OrderPrice({ order, pricing, onChange }: OrderPriceProps) {
  const { t, i18n } = useTranslation('pricing');
  const money = useFormatMoney();
  const query = useExplainedPrice(pricing);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  const { currency, payableMinor } = order.money;
  return (
    <>
      <Card
        title={t('explainer.order')}
        extra={
          <Button small onClick={() => onChange(pricing as unknown as FormValues)}>
            {t('explainer.change')}
          </Button>
        }
      >
        <DescriptionList
          columns={1}
          facts={[
            { term: t('explainer.orderNo'), value: <Link to={orderAddress(order.orderNo)}>{order.orderNo}</Link> },
            { term: t('explainer.madeAt'), value: <Time at={order.createdAt} /> },
            { term: t('field.channel'), value: t(`channel.${pricing.channel}`) },
            { term: t('field.paidBy'), value: t(`paidBy.${pricing.paidBy}`) },
            { term: t('field.spotTaxRate'), value: percent.format(pricing.spotTaxRate / 1_000_000) },
            { term: t('field.channelDiscountPercent'), value: percent.format(pricing.channelDiscountPercent / 100) },
            { term: t('explainer.orderSum'), value: <Money minor={payableMinor} currency={currency} />, strong: true },
          ]}
        />
      </Card>
      <PricePanel
        query={query}
        currency={currency}
        names={order.lines.map(({ name }) => name)}
        facts={{
          channelDiscountPercent: pricing.channelDiscountPercent,
          extraAmounts: pricing.extraAmounts,
          paidBy: pricing.paidBy,
          hasCoupon: pricing.coupon !== undefined,
        }}
        note={({ price }) =>
          price &&
          price.payableMinor !== payableMinor && (
            <p role="status" className="price-none">
              {t('explain.differs', { amount: money(price.payableMinor, currency) })}
            </p>
          )
        }
      />
    </>
  );
}
