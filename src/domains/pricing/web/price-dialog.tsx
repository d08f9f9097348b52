import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import { call } from '#platform/http/web/call.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { priceEndpoints } from '../contract/endpoints.ts';
import { TakenRow } from './explainer/price-steps.tsx';

export interface PriceDialogProps {
  order: OrderDetail;
  pricing: ExplainPriceRequest;
  onClose: () => void;
}

/** The total of an order step by step, by the function that priced it and from what it was priced with. */
export default function PriceDialog({ order, pricing, onClose }: PriceDialogProps) {
  const { t } = useTranslation('pricing');
  const money = useFormatMoney();
  const { currency, payableMinor } = order.money;
  const query = useQuery({
    queryKey: ['orders', 'explained', order.orderNo],
    queryFn: ({ signal }) => call(priceEndpoints.explainPrice, pricing, { signal, notices: 'none' }),
  });
  return (
    <Dialog title={t('explain.title')} width={640} onClose={onClose}>
      <p className="quiet">{t('explain.intro')}</p>
      <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
        {(price) => (
          <>
            {price.payableMinor !== payableMinor && (
              <p role="status">{t('explain.differs', { amount: money(price.payableMinor, currency) })}</p>
            )}
            <ScrollBox label={t('explain.title')}>
              <table className="plain-table">
                <thead>
                  <tr>
                    <th scope="col">{t('explain.step')}</th>
                    <th scope="col">{t('explain.formula')}</th>
                    <th scope="col" className="end">
                      {t('explain.amount')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {price.trace.map((row, index) => (
                    <TakenRow key={index} row={row} names={order.lines.map(({ name }) => name)} currency={currency} />
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
