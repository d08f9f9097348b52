import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { AnswerRefundRequest, type RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { waitsForAnswer } from '../rules/refund.ts';
import { RefundPhoto } from './refund-photo.tsx';
import { type AskedRefund, useAnswerRefund } from './refund-queries.ts';

interface AnswerRefundDialogProps {
  refund: AskedRefund;
  agree: boolean;
  onClose: () => void;
}

/** Agreeing moves money; refusing needs a reason that the customer will read. */
export function AnswerRefundDialog({ refund, agree, onClose }: AnswerRefundDialogProps) {
  const { t } = useTranslation('refunds');
  const answerRefund = useAnswerRefund();
  const amount = useFormatMoney()(refund.amountMinor, refund.currency);
  return (
    <FormDialog
      namespace="refunds"
      title={t(agree ? 'answer.agreeTitle' : 'answer.refuseTitle', { amount })}
      intro={
        <>
          <p>{t('answer.asked', { name: refund.requestedByName || t('answer.customer'), reason: refund.reason })}</p>
          {refund.wish && <p>{t('wish.likes', { wish: t(`wish.${refund.wish}`) })}</p>}
          {refund.photo && <RefundPhoto path={refund.photo} />}
        </>
      }
      schema={AnswerRefundRequest}
      draft={`orders.answer-refund:${refund.id}:${agree}`}
      initialValues={{ refundId: refund.id, agree, reason: '' }}
      verb={t(agree ? 'answer.agreeVerb' : 'answer.refuseVerb', { amount })}
      danger={agree}
      onSubmit={(request, { idempotencyKey }) => answerRefund.mutateAsync({ request, idempotencyKey })}
      onSaved={() => toast.success(t(agree ? 'refund.started' : 'answer.refused'))}
      onClose={onClose}
    >
      <TextAreaField name="reason" label={t('answer.reason')} required={!agree} />
    </FormDialog>
  );
}

interface AnswerOrderDialogProps {
  /** Undefined until it is known. */
  order: OrderDetail | undefined;
  agree: boolean;
  onClose: () => void;
}

/** The answer from a list, which knows the order and not its applications. */
export function AnswerOrderDialog({ order, agree, onClose }: AnswerOrderDialogProps) {
  const { t } = useTranslation('refunds');
  // the one that was found stays, also when the answer has changed it
  const asked = useRef<RefundSummary>(undefined);
  asked.current ??= order?.refunds.find(waitsForAnswer);
  const waiting = asked.current;
  const isTooLate = order !== undefined && waiting === undefined;
  useEffect(() => {
    if (!isTooLate) return;
    toast.info(t('answer.tooLate'));
    onClose();
  }, [isTooLate, t, onClose]);
  return waiting ? <AnswerRefundDialog refund={waiting} agree={agree} onClose={onClose} /> : null;
}
