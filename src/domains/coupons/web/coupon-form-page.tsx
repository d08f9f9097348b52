import { useTranslation } from 'react-i18next';
import { DictionarySearchMultiField } from '#system/dictionaries/web/index.ts';
import { blankRow, recordFormPage } from '#system/records/web/form-page.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { RateField } from '#ui/rate/rate-field.tsx';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { TimeWindowField } from '#ui/time-window/time-window-field.tsx';
import { COUPONS, couponPage } from '../contract/addresses.ts';
import { CouponType } from '../contract/coupon.ts';
import { coupons, isRateType } from '../contract/coupons.ts';
import { COUPON_SECTIONS } from './coupon-sections.ts';
import { PriceExample } from './price-example.tsx';
import { CouponRehearsal } from './rehearsal.tsx';

/** What the type asks for: a rate or an amount, and from which sum on. */
function RateOff() {
  const { t } = useTranslation('coupons');
  const { values } = useForm();
  return isRateType(Number(values['type'])) ? <RateField name="rate" required hint={t('hint.rate')} /> : null;
}
function AmountOff() {
  const { values } = useForm();
  const type = Number(values['type']);
  return type > 0 && !isRateType(type) ? <MoneyField name="valueMinor" required /> : null;
}
function Target() {
  const { values } = useForm();
  return (
    <>
      {Number(values['type']) === CouponType.thresholdFlat && <MoneyField name="targetMinor" required />}
      <PriceExample />
    </>
  );
}

function Spots() {
  const { values } = useForm();
  const { target } = coupons.fields.spotIds;
  return values['allSpots'] === false ? (
    <DictionarySearchMultiField name="spotIds" code={target?.dictionary ?? ''} required />
  ) : null;
}

function Ranges() {
  const { t } = useTranslation('coupons');
  const { dailyRanges } = coupons.fields;
  return (
    <RowsField
      name="dailyRanges"
      blank={blankRow(dailyRanges)}
      sortable={false}
      max={dailyRanges.max ?? 0}
      addLabel={t('kind.addRow.dailyRanges')}
      rowName={(place) => t('kind.row.dailyRanges', { number: place + 1 })}
      hint={t('hint.dailyRanges')}
    >
      {(at) => <TimeWindowField name={`${at}.window`} required />}
    </RowsField>
  );
}

/** The last field, and below it what the coupon of all of them would have cost. */
function Remark() {
  const { values } = useForm();
  return (
    <>
      <TextField name="remark" />
      <CouponRehearsal values={values} />
    </>
  );
}

type Hinted = 'maxUses' | 'perUserLimit' | 'qrClaim' | 'customCode' | 'budgetMinor';

function HintedField({ name }: { name: Hinted }) {
  const { t } = useTranslation('coupons');
  const hint = t(`hint.${name}`);
  if (name === 'qrClaim') return <SwitchField name={name} hint={hint} />;
  if (name === 'customCode') return <TextField name={name} hint={hint} />;
  if (name === 'budgetMinor') return <MoneyField name={name} hint={hint} />;
  return <NumberField name={name} hint={hint} required={name === 'maxUses'} />;
}
const hinted = (name: Hinted) => () => <HintedField name={name} />;

export default recordFormPage(coupons, {
  sections: COUPON_SECTIONS,
  list: COUPONS,
  pageOf: couponPage,
  inputs: {
    rate: () => <RateOff />,
    valueMinor: () => <AmountOff />,
    targetMinor: () => <Target />,
    spotIds: () => <Spots />,
    dailyRanges: () => <Ranges />,
    maxUses: hinted('maxUses'),
    perUserLimit: hinted('perUserLimit'),
    qrClaim: hinted('qrClaim'),
    customCode: hinted('customCode'),
    budgetMinor: hinted('budgetMinor'),
    remark: () => <Remark />,
  },
});
