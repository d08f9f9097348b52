import { useTranslation } from 'react-i18next';
import { paymentStateTags, useProviderWords } from '#domains/payments/web/index.ts';
import { RentalPaper } from '#domains/receipts/web/index.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { Money } from '#ui/money/money.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import type { RentalDetail, RentalPayment } from '../contract/rental.ts';
import { rentalRefundTags } from './rental-tags.ts';

/** Deposit, fee and what became of both: held, taken, charged beside, open, given back. */
export function RentalMoneyBlock({ rental }: { rental: RentalDetail }) {
  const { t, i18n } = useTranslation('rentals');
  const { money } = rental;
  const amount = (minor: number, sign = 1) => <Money minor={sign * minor} currency={money.currency} />;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  return (
    <>
      <DescriptionList
        columns={1}
        facts={[
          { term: t('field.depositMinor'), value: amount(money.depositMinor) },
          { term: t('money.held'), value: money.heldMinor > 0 && amount(money.heldMinor) },
          { term: t('field.feeMinor'), value: money.feeMinor !== null && amount(money.feeMinor), strong: true },
          {
            term: t('money.tax', { rate: percent.format(money.taxRate / 1_000_000) }),
            value: money.taxMinor !== null && <span className="quiet">{amount(money.taxMinor)}</span>,
          },
        ]}
      />
      <hr />
      <DescriptionList
        columns={1}
        facts={[
          { term: t('field.paidMinor'), value: amount(money.paidMinor) },
          { term: t('money.pending'), value: money.pendingMinor > 0 && amount(money.pendingMinor) },
          { term: t('money.open'), value: money.openMinor > 0 && amount(money.openMinor), strong: true },
          { term: t('field.refundedMinor'), value: money.refundedMinor > 0 && amount(money.refundedMinor, -1) },
          { term: t('money.late'), value: money.lateRefundMinor > 0 && amount(money.lateRefundMinor) },
        ]}
      />
    </>
  );
}

/** Without a deposit nothing is held: the card is kept, for the fee at the end (settled 67). */
const isCardAlone = ({ status, heldMinor }: RentalPayment): boolean => status === 'held' && heldMinor === 0;

/** Every attempt to hold or to take money, the newest first. */
export function RentalPayments({ rental: { payments, money } }: { rental: RentalDetail }) {
  const { t } = useTranslation('rentals');
  const reasonOf = useProviderWords();
  if (payments.length === 0) return <p className="quiet">{t('money.noPayments')}</p>;
  return (
    <EntryList>
      {payments.toReversed().map((payment) => (
        <li key={payment.id}>
          <EntryLine>
            {isCardAlone(payment) ? (
              <Tag>{t('money.cardAlone')}</Tag>
            ) : (
              <>
                <StatusTag of={paymentStateTags} code={payment.status} />
                <Money
                  minor={
                    payment.status === 'succeeded' ? payment.amountMinor : (payment.heldMinor ?? payment.amountMinor)
                  }
                  currency={money.currency}
                />
              </>
            )}
          </EntryLine>
          <div className="quiet">
            {t(`money.purpose.${payment.purpose}`)} · <Time at={payment.requestedAt} />
          </div>
          {payment.providerRef && (
            <div className="quiet">
              {t('money.reference')} {payment.providerRef}
            </div>
          )}
          {payment.providerFee && (
            <div className="quiet">
              {t('money.providerFee')}{' '}
              <Money minor={payment.providerFee.amountMinor} currency={payment.providerFee.currency} />
            </div>
          )}
          {payment.errorCode && <div className="quiet">{reasonOf(payment.errorCode)}</div>}
        </li>
      ))}
    </EntryList>
  );
}

/** What customers asked back and what staff gave back, the newest first, with the document of what reached the customer. */
export function RentalRefunds({ rental: { refunds, orderNo, money } }: { rental: RentalDetail }) {
  return (
    <EntryList>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <EntryLine>
            <StatusTag of={rentalRefundTags} code={refund.status} />
            <Money minor={refund.amountMinor} currency={money.currency} />
          </EntryLine>
          <div className="quiet">
            {refund.reason} · <Time at={refund.requestedAt} />
          </div>
          {refund.completedAt !== null && <RentalPaper rental={{ orderNo, isPaid: true }} refundId={refund.id} />}
        </li>
      ))}
    </EntryList>
  );
}
