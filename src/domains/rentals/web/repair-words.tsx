import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Time } from '#ui/time/time.tsx';
import { rentalPage } from '../contract/addresses.ts';
import type { RentalRepair } from '../contract/repair.ts';
import { endsRental } from '../rules/repair.ts';

export const repairStateTags = statusTags('rental-repairs:state', {
  waiting: 'warning',
  settled: 'success',
  dismissed: 'neutral',
  gone: 'neutral',
});

type Proposal = Pick<RentalRepair, 'kind' | 'feeMinor' | 'giveBackMinor' | 'currency'>;

/** What was found, and what one click does about it. */
export function RepairWords({ of, isWaiting }: { of: Proposal; isWaiting: boolean }) {
  const { t } = useTranslation('rental-repairs');
  const money = useFormatMoney();
  const [fee, amount] = [money(of.feeMinor, of.currency), money(of.giveBackMinor, of.currency)];
  const does = endsRental(of.kind) ? 'end' : of.giveBackMinor > 0 ? 'giveBack' : 'missing';
  return (
    <>
      <p>{t(`explain.${of.kind}`)}</p>
      {isWaiting && <p>{t(`does.${does}`, { fee, amount })}</p>}
    </>
  );
}

/** What it was concluded from, with the time, the fee and the confidence of the proposal. */
export function RepairFacts({ repair }: { repair: RentalRepair }) {
  const { t } = useTranslation('rental-repairs');
  const { evidence, cabinetImei, cabinetName, slot, confidence, endAt, feeMinor, giveBackMinor, currency } = repair;
  const { offlineFrom, offlineUntil, fromImei, fromSlot, otherOrderNo } = evidence;
  const placed = (imei: string, at: number | null) => (at === null ? imei : t('evidence.slot', { imei, slot: at }));
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('field.endAt'), value: <Time at={endAt} /> },
        { term: t('field.feeMinor'), value: <Money minor={feeMinor} currency={currency} />, strong: true },
        {
          term: t('field.giveBackMinor'),
          value: giveBackMinor > 0 && <Money minor={giveBackMinor} currency={currency} />,
        },
        { term: t('field.confidence'), value: `${confidence} %` },
        { term: t('field.cabinetName'), value: placed(cabinetName || cabinetImei, slot) },
        { term: t('evidence.from'), value: fromImei !== '' && placed(fromImei, fromSlot) },
        { term: t('evidence.seenAt'), value: <Time at={evidence.seenAt} /> },
        { term: t('evidence.notBefore'), value: evidence.notBefore !== null && <Time at={evidence.notBefore} /> },
        {
          term: t('evidence.offline'),
          value: offlineFrom !== null && offlineUntil !== null && (
            <>
              <Time at={offlineFrom} /> – <Time at={offlineUntil} />
            </>
          ),
        },
        { term: t('evidence.soc'), value: evidence.soc !== null && `${evidence.soc} %` },
        { term: t('evidence.clock'), value: evidence.clockSkewed && t('evidence.clockWrong') },
        {
          term: t('evidence.other'),
          value: otherOrderNo !== null && <Link to={rentalPage(otherOrderNo)}>{otherOrderNo}</Link>,
        },
        { term: t('field.times'), value: repair.times > 1 && String(repair.times) },
        { term: t('field.decidedAt'), value: repair.decidedAt !== null && <Time at={repair.decidedAt} /> },
        { term: t('field.decidedByName'), value: repair.decidedByName !== '' && repair.decidedByName },
        { term: t('field.note'), value: repair.note !== '' && repair.note },
      ]}
    />
  );
}
