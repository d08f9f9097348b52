import { useTranslation } from 'react-i18next';
import { DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { recordFormPage } from '#system/records/web/form-page.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { FEE_PLANS, feePlanPage } from '../contract/addresses.ts';
import { feePlans } from '../contract/fee-plans.ts';
import { DrawnPlan } from './drawn-plan.tsx';
import { FEE_PLAN_SECTIONS } from './fee-plan-sections.ts';

type Hinted = 'freeMinutes' | 'freeTimeCounted' | 'baseUnitMinutes' | 'dailyCapMinor' | 'maxDays';

/** A field whose meaning its name does not say whole. */
function HintedField({ name }: { name: Hinted }) {
  const { t } = useTranslation('fee-plans');
  const hint = t(`hint.${name}`);
  if (name === 'freeTimeCounted') return <SwitchField name={name} hint={hint} />;
  if (name === 'dailyCapMinor') return <MoneyField name={name} hint={hint} />;
  const { unit } = feePlans.fields[name] as { readonly unit?: string };
  return <NumberField name={name} hint={hint} {...(unit === undefined ? {} : { unit })} />;
}

const hinted = (name: Hinted) => () => <HintedField name={name} />;

export default recordFormPage(feePlans, {
  sections: FEE_PLAN_SECTIONS,
  list: FEE_PLANS,
  pageOf: feePlanPage,
  inputs: {
    freeMinutes: hinted('freeMinutes'),
    freeTimeCounted: hinted('freeTimeCounted'),
    baseUnitMinutes: hinted('baseUnitMinutes'),
    dailyCapMinor: hinted('dailyCapMinor'),
    maxDays: hinted('maxDays'),
    // the last field, and below it what all of them cost
    purchaseMode: () => (
      <>
        <DictionarySelectField name="purchaseMode" code="purchase_mode" />
        <DrawnPlan />
      </>
    ),
  },
});
