import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { AddPointsRequest, type CustomerPoints, pointsEndpoints } from '../contract/endpoints.ts';

interface AdjustDialogProps {
  readonly customerId: string;
  readonly balance: number;
  readonly onSaved: (points: CustomerPoints) => void;
  readonly onClose: () => void;
}

/** Adds points to a customer or deducts them, with a reason that the log keeps. */
export function AdjustDialog({ customerId, balance, onSaved, onClose }: AdjustDialogProps) {
  const { t } = useTranslation('points-log');
  return (
    <FormDialog
      namespace="points-log"
      title={t('adjust.title')}
      schema={AddPointsRequest}
      initialValues={{ userId: customerId }}
      verb={t('adjust.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(pointsEndpoints.addUserPoints, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => {
        const points = answer as CustomerPoints;
        onSaved(points);
        toast.success(t('adjust.done', { points: points.points }));
      }}
      onClose={onClose}
    >
      <NumberField name="points" required hint={t('adjust.pointsHint')} />
      <After balance={balance} />
      <TextAreaField name="reason" required rows={2} hint={t('adjust.reasonHint')} />
    </FormDialog>
  );
}

function After({ balance }: { balance: number }) {
  const { t } = useTranslation('points-log');
  const { values } = useForm();
  const figure = new Intl.NumberFormat(useLanguage());
  const points = values['points'];
  const after = balance + (typeof points === 'number' && Number.isFinite(points) ? points : 0);
  return (
    <p className={after < 0 ? 'field-fault' : 'quiet'} aria-live="polite">
      {after < 0 ? t('adjust.below') : t('adjust.after', { points: figure.format(after) })}
    </p>
  );
}
