import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { GiftOrderRequest } from '#domains/orders/contract/gift.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { UsualReasons } from './refund-dialog/usual-reasons.tsx';
import { ORDERS_KEY } from './refund-queries.ts';
import './refund-dialog/refund-dialog.css';

interface GiftDialogProps {
  order: OrderDetail;
  onClose: () => void;
}

/** Staff gives cups of an order once more, free of charge (settled 153), and sees the new order. */
export default function GiftDialog({ order, onClose }: GiftDialogProps) {
  const { t } = useTranslation('order-gift');
  const navigate = useNavigate();
  const giftOrder = useGiftOrder();
  const { orderNo, drinks } = order;
  return (
    <FormDialog
      namespace="order-gift"
      title={t('title', { orderNo })}
      intro={<p>{t('explain')}</p>}
      schema={GiftOrderRequest}
      draft={`orders.gift:${orderNo}`}
      // one cup is what it is about; of several ones staff says which
      initialValues={{ orderNo, reason: '', ...(drinks.length === 1 ? { drinkNos: [drinks[0]!.drinkNo] } : {}) }}
      verb={({ drinkNos }) =>
        Array.isArray(drinkNos) && drinkNos.length > 0 ? t('verb', { count: drinkNos.length }) : t('button')
      }
      onSubmit={async (request, { idempotencyKey }) => {
        const gift = await giftOrder.mutateAsync({ request, idempotencyKey });
        toast.success(t('done', { orderNo: gift.orderNo }));
        void navigate(orderAddress(gift.orderNo));
      }}
      onClose={onClose}
    >
      <GivenCups order={order} />
      <TextAreaField name="reason" rows={2} />
      <UsualReasons />
    </FormDialog>
  );
}

function GivenCups({ order: { drinks } }: { order: OrderDetail }) {
  const { t } = useTranslation(['order-gift', 'orders']);
  const field = useField({ name: 'drinkNos', label: t('field.drinkNos') });
  const chosen = Array.isArray(field.value) ? (field.value as number[]) : [];
  const toggle = (drinkNo: number): void => {
    const rest = chosen.filter((one) => one !== drinkNo);
    const next = rest.length < chosen.length ? rest : [...chosen, drinkNo].toSorted((a, b) => a - b);
    field.set(next.length > 0 ? next : undefined);
  };
  return (
    <fieldset className="field refund-cups" id={field.id} aria-describedby={field.attributes['aria-describedby']}>
      <legend className="field-label">{field.label}</legend>
      <ul>
        {drinks.map(({ drinkNo, name, step, refunded }) => (
          <li key={drinkNo}>
            <label>
              <input type="checkbox" checked={chosen.includes(drinkNo)} onChange={() => toggle(drinkNo)} />
              <span className="refund-cup">
                {drinks.length > 1 && `${drinkNo}. `}
                {name}
                <small className="quiet">{refunded ? t('orders:drink.refunded') : t(`orders:step.${step}`)}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldNotes field={field} />
    </fieldset>
  );
}

function useGiftOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: { request: RequestInput<typeof orderEndpoints.gift>; idempotencyKey: string }) =>
      call(orderEndpoints.gift, given.request, { idempotencyKey: given.idempotencyKey }),
    // the old order names its gifts, lists have one more
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
