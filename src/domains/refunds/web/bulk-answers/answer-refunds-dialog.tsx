import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { refundList } from '#domains/refunds/contract/refund-list.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { waitsForAnswer } from '../../rules/refund.ts';
import { type AskedRefund, refreshRefunds } from '../refund-queries.ts';
import { answerOneByOne, type Outcome } from './answer-one-by-one.ts';
import { RequestTable } from './request-table.tsx';

/** Orders that are read at the same time. */
const AT_ONCE = 5;
const Agreed = z.strictObject({ reason: Text(200).optional() });
const Refused = z.strictObject({ reason: Text(200, 1) });

interface AnswerRefundsDialogProps {
  /** What the list shows whose rows were selected: orders, or the applications themselves. */
  of: 'order' | 'refund';
  ids: readonly string[];
  agree: boolean;
  /** With the rows whose requests still wait, once any was sent. */
  onClose: (waiting?: readonly string[]) => void;
}

/** The open requests among these rows, answered together. */
export default function AnswerRefundsDialog({ of, ids, agree, onClose }: AnswerRefundsDialogProps) {
  const { t } = useTranslation('bulk-answers');
  const { t: tRefunds } = useTranslation('refunds');
  const queryKey = ['bulk-answers', ids];
  const query = useQuery({
    queryKey,
    // as they were when the dialog opened: what is answered in it stays in sight
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => (of === 'order' ? requestsOfOrders(ids, signal) : requestsById(ids, signal)),
  });
  const isTooLate = query.data?.length === 0;
  const tooLate = tRefunds('answer.tooLate');
  useEffect(() => {
    if (!isTooLate) return;
    toast.info(tooLate);
    onClose();
  }, [isTooLate, tooLate, onClose]);
  if (query.data && !isTooLate) {
    const leftOut = ids.length - query.data.length;
    return <AnswerForm of={of} refunds={query.data} leftOut={leftOut} agree={agree} onClose={onClose} />;
  }
  return (
    <Dialog title={t('title', { agree: String(agree), count: ids.length })} width={720} onClose={() => onClose()}>
      <Loaded query={query} queryKey={queryKey}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

/** A list of orders does not know their applications, of which one at most waits. */
const requestsOfOrders = (orderNos: readonly string[], signal: AbortSignal): Promise<readonly AskedRefund[]> =>
  foundOf(orderNos, async (orderNo) => {
    const { refunds } = await call(orderEndpoints.detail, { orderNo }, { signal, notices: 'none' });
    return refunds.filter(waitsForAnswer);
  });

const requestsById = (ids: readonly string[], signal: AbortSignal): Promise<readonly AskedRefund[]> =>
  foundOf(ids, async (id) => {
    const refund = await call(refundList.endpoints.one, { id }, { signal, notices: 'none' });
    return refund.waiting ? [refund] : [];
  });

async function foundOf(
  ids: readonly string[],
  find: (id: string) => Promise<readonly AskedRefund[]>,
): Promise<readonly AskedRefund[]> {
  const found: AskedRefund[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    found.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map(find))).flat());
  return found;
}

interface AnswerFormProps extends Pick<AnswerRefundsDialogProps, 'of' | 'agree' | 'onClose'> {
  refunds: readonly AskedRefund[];
  leftOut: number;
}

/** Stays with an outcome at each request until all are answered; sent again are only those that are not. */
function AnswerForm({ of, refunds, leftOut, agree, onClose }: AnswerFormProps) {
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
    ).finally(() => void refreshRefunds(queryClient));
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
      onClose={() =>
        latest.current.size > 0
          ? onClose(waiting().map(({ id, orderNo }) => (of === 'order' ? orderNo : id)))
          : onClose()
      }
    >
      <TextAreaField name="reason" label={tRefunds('answer.reason')} />
    </FormDialog>
  );
}

/** What these requests ask for, added up by currency. */
function useAmounts(): (refunds: readonly AskedRefund[]) => string {
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
