import { type FormEvent, useRef, useState } from 'react';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { digitsOf } from '#platform/money/contract/currency.ts';
import { pastedAmount } from '#ui/money/pasted-amount.ts';
import { refundOrder } from './calls.ts';
import { Sheet } from './sheet.tsx';
import { SheetField } from './sheet-field.tsx';
import { useFormats, useSurroundings } from './surroundings.ts';

interface RefundSheetProps {
  order: OrderDetail;
  onClose: () => void;
  onDone: () => void;
}

const FIELDS = ['amount', 'reason'] as const;
type FieldName = (typeof FIELDS)[number];

/** Gives money back: everything that is left, or less. One key holds until something is changed, so two taps are one refund. */
export function RefundSheet({ order, onClose, onDone }: RefundSheetProps) {
  const { texts } = useSurroundings();
  const words = texts.order;
  const { money } = useFormats();
  const { currency, refundableMinor } = order.money;
  const digits = digitsOf(currency);
  const whole = (refundableMinor / 10 ** digits).toFixed(digits);
  const [typed, setTyped] = useState({ amount: whole, reason: '' });
  /** Left or sent once: from then on its fault is shown live. */
  const [checked, setChecked] = useState<ReadonlySet<FieldName>>(new Set());
  const [failure, setFailure] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(crypto.randomUUID());
  const most = money(refundableMinor, currency);
  const read = pastedAmount(typed.amount, currency);
  const amountMinor = read.valid && read.minor > 0 && read.minor <= refundableMinor ? read.minor : undefined;
  const faults: Record<FieldName, string | undefined> = {
    amount: amountMinor === undefined ? filled(words.amountWrong, { amount: most }) : undefined,
    reason: typed.reason.trim() === '' ? words.reasonMissing : undefined,
  };
  const field = (name: FieldName) => ({
    name,
    fault: checked.has(name) ? faults[name] : undefined,
    value: typed[name],
    onChange: (text: string) => {
      key.current = crypto.randomUUID();
      setFailure('');
      setTyped({ ...typed, [name]: text });
    },
    onLeave: () => {
      // what was never touched is asked for when it is sent
      if (typed[name] !== '') setChecked(new Set(checked).add(name));
    },
  });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(new Set(FIELDS));
    const first = FIELDS.find((name) => faults[name] !== undefined);
    if (first !== undefined || amountMinor === undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setIsBusy(true);
    try {
      await refundOrder({ orderNo: order.orderNo, amountMinor, reason: typed.reason.trim() }, key.current);
      onDone();
    } catch (error) {
      setFailure((error as Error).message);
      setIsBusy(false);
    }
  };

  const verb =
    amountMinor === undefined ? words.refund : filled(words.refundVerb, { amount: money(amountMinor, currency) });
  return (
    <Sheet
      title={words.refund}
      onClose={onClose}
      isUnsaved={typed.amount !== whole || typed.reason !== ''}
      isBusy={isBusy}
    >
      {(leave) => (
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="mobile-form">
          <SheetField {...field('amount')} label={words.amount} hint={filled(words.upTo, { amount: most })} isAmount />
          <SheetField {...field('reason')} label={words.reason} />
          {failure && (
            <p role="alert" className="mobile-fault-text fault-sign">
              {failure}
            </p>
          )}
          <p className="mobile-actions">
            <button type="button" className="button" onClick={leave} disabled={isBusy}>
              {words.cancel}
            </button>
            <button type="submit" className="button button-danger" disabled={isBusy}>
              {isBusy ? words.refunding : verb}
            </button>
          </p>
        </form>
      )}
    </Sheet>
  );
}
