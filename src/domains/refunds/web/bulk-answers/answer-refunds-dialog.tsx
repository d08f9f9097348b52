import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { joinWords } from '#ui/language/join-words.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { waitsForAnswer } from '../../rules/refund.ts';
import { ORDERS_KEY } from '../refund-queries.ts';
import { answerOneByOne, type Outcome } from './answer-one-by-one.ts';
import { RequestTable } from './request-table.tsx';

/** Orders that are read at the same time. */
const AT_ONCE = 5;
const Agreed = z.strictObject({ reason: Text(200).optional() });
const Refused = z.strictObject({ reason: Text(200, 1) });

interface AnswerRefundsDialogProps {
  orderNos: readonly string[];
  agree: boolean;
  /** With the orders whose requests still wait, once any was sent. */
  onClose: (waiting?: readonly string[]) => void;
}

/** The open requests of these orders, answered together. */
export default function AnswerRefundsDialog({ orderNos, agree, onClose }: AnswerRefundsDialogProps) {
  const { t } = useTranslation('bulk-answers');
  const { t: tRefunds } = useTranslation('refunds');
  const queryKey = ['bulk-answers', orderNos];
  const query = useQuery({
    queryKey,
    // as they were when the dialog opened: what is answered in it stays in sight
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => openRequests(orderNos, signal),
  });
  const isTooLate = query.data?.length === 0;
  const tooLate = tRefunds('answer.tooLate');
  useEffect(() => {
    if (!isTooLate) return;
    toast.info(tooLate);
    onClose();
  }, [isTooLate, tooLate, onClose]);
  if (query.data && !isTooLate) {
    const leftOut = orderNos.length - query.data.length;
    return <AnswerForm refunds={query.data} leftOut={leftOut} agree={agree} onClose={onClose} />;
  }
  return (
    <Dialog title={t('title', { agree: String(agree), count: orderNos.length })} width={720} onClose={() => onClose()}>
      <Loaded query={query} queryKey={queryKey}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

/** A list knows the orders and not their applications, of which one at most waits. */
async function openRequests(orderNos: readonly string[], signal: AbortSignal): Promise<readonly RefundSummary[]> {
  const found: RefundSummary[] = [];
  for (let at = 0; at < orderNos.length; at += AT_ONCE) {
    const orders = await Promise.all(
      orderNos
        .slice(at, at + AT_ONCE)
        .map((orderNo) => call(orderEndpoints.detail, { orderNo }, { signal, notices: 'none' })),
    );
    found.push(...orders.flatMap(({ refunds }) => refunds.filter(waitsForAnswer)));
  }
  return found;
}

interface AnswerFormProps extends Pick<AnswerRefundsDialogProps, 'agree' | 'onClose'> {
  refunds: readonly RefundSummary[];
  leftOut: number;
}

/** Stays with an outcome at each request until all are answered; sent again are only those that are not. */
function AnswerForm({ refunds, leftOut, agree, onClose }: AnswerFormProps) {
  const { t } = useTranslation('bulk-answers');
  const { t: tRefunds } = useTranslation('refunds');
  const queryClient = useQueryClient();
  const amountsOf = useAmounts();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  // read once the last call is over, when what was drawn at the press is old
  const latest = useRef(outcomes);
  const attempt = useRef({ reason: '', keys: new Map<string, string>() });
  const waiting = () => refunds.filter(({ id }) => latest.current.get(id)?.state !== 'done');
  const amounts = amountsOf(waiting());

  const answerAll = async (reason: string) => {
    // other words are another call
    if (attempt.current.reason !== reason) attempt.current = { reason, keys: new Map() };
    await answerOneByOne(
      waiting().map(({ id }) => id),
      {
        keys: attempt.current.keys,
        send: (refundId, idempotencyKey) =>
          call(refundEndpoints.answerRefund, { refundId, agree, reason }, { idempotencyKey, notices: 'none' }),
        tell: (id, outcome) => {
          latest.current = new Map(latest.current).set(id, outcome);
          setOutcomes(latest.current);
        },
      },
    ).finally(() => void queryClient.invalidateQueries({ queryKey: ORDERS_KEY }));
    const count = waiting().length;
    if (count > 0) throw new Error(t('some', { count }));
  };
  return (
    <FormDialog
      namespace="bulk-answers"
      title={t('title', { agree: String(agree), count: refunds.length })}
      width={720}
      schema={agree ? Agreed : Refused}
      initialValues={{ reason: '' }}
      intro={
        <>
          {leftOut > 0 && <p className="quiet">{t('leftOut', { count: leftOut })}</p>}
          <RequestTable refunds={refunds} agree={agree} outcomes={outcomes} />
        </>
      }
      verb={agree ? tRefunds('answer.agreeVerb', { amount: amounts }) : t('refuse', { count: waiting().length })}
      danger={agree}
      onSubmit={({ reason = '' }) => answerAll(reason)}
      onSaved={() => toast.success(t('answered', { agree: String(agree), count: refunds.length }))}
      onClose={() => (latest.current.size > 0 ? onClose(waiting().map(({ orderNo }) => orderNo)) : onClose())}
    >
      <TextAreaField name="reason" label={tRefunds('answer.reason')} />
    </FormDialog>
  );
}

/** What these requests ask for, added up by currency. */
function useAmounts(): (refunds: readonly RefundSummary[]) => string {
  const format = useFormatMoney();
  const language = useLanguage();
  return (refunds) => {
    const sums = new Map<Currency, number>();
    for (const { currency, amountMinor } of refunds) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
    return joinWords(
      [...sums].map(([currency, minor]) => format(minor, currency)),
      language,
    );
  };
}
