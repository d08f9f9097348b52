import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { DismissRepairRequest, rentalEndpoints } from '../contract/endpoints.ts';
import type { RentalRepair } from '../contract/repair.ts';

type Asked = Pick<RentalRepair, 'id' | 'orderNo'>;
const useDismissing = create<{ readonly repair?: Asked }>(() => ({}));
const close = () => useDismissing.setState({}, true);
export const openDismissal = (repair: Asked): void => useDismissing.setState({ repair });

/** One click, no question: what it does stands beside it. What shows the rental is told by it live. */
export const settleRepair = (id: string, said: string): void =>
  void call(rentalEndpoints.settleRepair, { id }, { idempotencyKey: crypto.randomUUID() })
    .then(() => toast.success(said))
    .catch(() => undefined);

/** The dialog of a dismissal, on whichever page it was asked for. */
export function DismissalDialog() {
  const { repair } = useDismissing();
  return <OpenedPart onClose={close}>{repair && <Dismissal repair={repair} />}</OpenedPart>;
}

function Dismissal({ repair }: { repair: Asked }) {
  const { t } = useTranslation('rental-repairs');
  return (
    <FormDialog
      namespace="rental-repairs"
      title={t('dismiss.title', { orderNo: repair.orderNo })}
      intro={<p>{t('dismiss.explain')}</p>}
      schema={DismissRepairRequest}
      initialValues={{ id: repair.id, note: '' }}
      verb={t('dismiss.verb')}
      onSubmit={(request, { idempotencyKey }) => call(rentalEndpoints.dismissRepair, request, { idempotencyKey })}
      onSaved={() => toast.success(t('dismiss.done'))}
      onClose={close}
    >
      <TextAreaField name="note" />
    </FormDialog>
  );
}
