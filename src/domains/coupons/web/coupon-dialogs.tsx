import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { NumberField } from '#ui/fields/number-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { Coupon } from '../contract/coupons.ts';
import { couponEndpoints } from '../contract/endpoints.ts';
import { SendDialog } from './send-dialog.tsx';

type Shown = Pick<Coupon, 'id' | 'title' | 'left'>;
interface Asked {
  readonly what?: 'send' | 'generate';
  readonly coupon?: Shown;
}
const useAsked = create<Asked>(() => ({}));
const close = (): void => useAsked.setState({}, true);

export const openCouponDialog = (what: 'send' | 'generate', coupon: Shown): void =>
  useAsked.setState({ what, coupon }, true);

/** Stands once on each page whose coupons can be handed out. */
export function CouponDialogs() {
  const { what, coupon } = useAsked();
  if (!coupon) return null;
  if (what === 'send') return <SendDialog key={coupon.id} coupon={coupon} onClose={close} />;
  return <GenerateDialog key={coupon.id} coupon={coupon} />;
}

function GenerateDialog({ coupon: { id, title, left } }: { coupon: Shown }) {
  const { t } = useTranslation('coupons');
  return (
    <FormDialog
      namespace="coupons"
      title={t('generate.title', { name: title })}
      schema={couponEndpoints.generateCodes.request}
      initialValues={{ id, count: left }}
      intro={<p>{t('generate.intro', { left })}</p>}
      verb={t('generate.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(couponEndpoints.generateCodes, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => toast.success(t('generate.done', { count: (answer as { made: number }).made }))}
      onClose={close}
    >
      <NumberField name="count" required />
    </FormDialog>
  );
}
