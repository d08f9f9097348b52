import { useTranslation } from 'react-i18next';
import { DisputeCards, useFact } from '#domains/payments/web/disputes/index.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import type { RentalDetail } from '../contract/rental.ts';
import { useSpan } from './fee-words.tsx';
import { usePlaceWords } from './place-words.ts';

/** What the customer's bank wants back, with what the rental says against it as text to copy. Apart from the page, for few are disputed. */
export default function RentalDisputes({ rental }: { rental: RentalDetail }) {
  return <DisputeCards orderNo={rental.orderNo} facts={useFacts(rental)} />;
}

/** Where and when it was lent and returned, for how long, and what that cost. */
function useFacts(rental: RentalDetail): string {
  const { t } = useTranslation(['rentals', 'disputes']);
  const fact = useFact();
  const time = useFormatTime();
  const money = useFormatMoney();
  const span = useSpan();
  const place = usePlaceWords();
  const { currency, feeMinor, paidMinor, refundedMinor } = rental.money;
  const at = (instant: string | null) => instant && time(instant);
  return [
    ...fact(t('field.orderNo'), rental.orderNo),
    ...fact(t('field.serial'), rental.serial),
    ...fact(t('field.createdAt'), at(rental.createdAt)),
    ...fact(t('field.cabinetName'), place(rental.from)),
    ...fact(t('field.startedAt'), at(rental.startedAt)),
    ...fact(t('field.returnCabinetName'), rental.to && place(rental.to)),
    ...fact(t('field.returnedAt'), at(rental.returnedAt)),
    ...fact(t('field.endedAt'), at(rental.endedAt)),
    ...fact(t('disputes:card.duration'), rental.startedAt && span(Math.ceil(rental.elapsedSeconds / 60))),
    ...fact(t('field.planName'), rental.planName),
    ...fact(t('field.feeMinor'), feeMinor === null ? null : money(feeMinor, currency)),
    ...fact(t('field.paidMinor'), money(paidMinor, currency)),
    ...fact(t('field.refundedMinor'), refundedMinor > 0 ? money(refundedMinor, currency) : null),
    ...fact(t('field.status'), t(`status.${rental.status}`)),
  ].join('\n');
}
