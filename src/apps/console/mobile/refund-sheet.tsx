import { type FormEvent, useId, useRef, useState } from 'react';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { call } from '#platform/http/web/call.ts';
import { digitsOf } from '#platform/money/contract/currency.ts';
import { filled } from '#system/session/web/login/filled.ts';
import { pastedAmount } from '#ui/money/pasted-amount.ts';
import { Sheet } from './sheet.tsx';
import { useFormats, useSurroundings } from './surroundings.ts';

interface RefundSheetProps {
  order: OrderDetail;
  onClose: () => void;
  onDone: () => void;
}

/** Gives money back: everything that is left, or less. One key holds until something is changed, so two taps are one refund. */
export function RefundSheet({ order, onClose, onDone }: RefundSheetProps) {
  const { texts } = useSurroundings();
  const words = texts.order;
  const { money } = useFormats();
  const id = useId();
  const { currency, refundableMinor } = order.money;
  const digits = digitsOf(currency);
  const whole = (refundableMinor / 10 ** digits).toFixed(digits);
  const [amount, setAmount] = useState(whole);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const most = money(refundableMinor, currency);
  const typed = pastedAmount(amount, currency);
  const amountMinor = typed.valid ? typed.minor : undefined;
  const changed = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    key.current = crypto.randomUUID();
    setFault('');
    set(event.target.value);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (amountMinor === undefined || amountMinor <= 0 || amountMinor > refundableMinor)
      return setFault(filled(words.amountWrong, { amount: most }));
    if (reason.trim() === '') return setFault(words.reasonMissing);
    setIsBusy(true);
    try {
      const request = { orderNo: order.orderNo, amountMinor, reason: reason.trim() };
      await call(orderEndpoints.refund, request, { idempotencyKey: key.current, notices: 'none' });
      onDone();
    } catch (error) {
      setFault((error as Error).message);
      setIsBusy(false);
    }
  };

  return (
    <Sheet title={words.refund} onClose={onClose} isUnsaved={amount !== whole || reason !== ''} isBusy={isBusy}>
      {(leave) => (
        <form onSubmit={(event) => void submit(event)} noValidate className="mobile-form">
          <label htmlFor={`${id}a`}>
            {words.amount} <small>{filled(words.upTo, { amount: most })}</small>
          </label>
          <input
            id={`${id}a`}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            aria-describedby={fault ? `${id}f` : undefined}
            onChange={changed(setAmount)}
          />
          <label htmlFor={`${id}r`}>{words.reason}</label>
          <textarea id={`${id}r`} rows={2} maxLength={200} value={reason} onChange={changed(setReason)} />
          <p id={`${id}f`} role="alert" className="mobile-fault-text">
            {fault}
          </p>
          <p className="mobile-actions">
            <button type="button" className="button" onClick={leave} disabled={isBusy}>
              {words.cancel}
            </button>
            <button type="submit" className="button button-danger" disabled={isBusy}>
              {isBusy ? words.refunding : filled(words.refundVerb, { amount: money(amountMinor ?? 0, currency) })}
            </button>
          </p>
        </form>
      )}
    </Sheet>
  );
}
