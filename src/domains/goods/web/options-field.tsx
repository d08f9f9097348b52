import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { blankRow } from '#system/records/web/form-page.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { beverages } from '../contract/beverages.ts';
import { type Group, groups } from '../contract/groups.ts';

const MOST = 200;
const { optionGroups } = beverages.fields;

/** What customers choose for a drink, and which category each group begins with. */
export function OptionsField() {
  const { t } = useTranslation('beverages');
  const { data } = useQuery({
    queryKey: ['goods-groups', 'to-choose'],
    queryFn: ({ signal }) => call(groups.endpoints.page, { pageSize: MOST }, { signal, notices: 'none' }),
  });
  return (
    <RowsField
      name="optionGroups"
      blank={blankRow(optionGroups)}
      sortable={false}
      {...(optionGroups.max === undefined ? {} : { max: optionGroups.max })}
      rowName={(place) => t('kind.row.optionGroups', { number: place + 1 })}
      addLabel={t('kind.addRow.optionGroups')}
      empty={t('option.none')}
      hint={t('option.hint')}
    >
      {(at) => <OptionRow at={at} all={data?.records} />}
    </RowsField>
  );
}

function OptionRow({ at, all }: { at: string; all: readonly Group[] | undefined }) {
  const { t } = useTranslation('beverages');
  const form = useForm();
  const { currency } = useTenant();
  const format = useFormatMoney();
  const group = all?.find(({ id }) => id === valueAt(form.values, `${at}.groupId`));
  const begins = valueAt(form.values, `${at}.defaultChoiceId`);
  // a category of the group that was chosen before means nothing in this one
  const isStrange =
    group !== undefined && typeof begins === 'string' && !group.categories.some(({ id }) => id === begins);
  const forget = useEffectEvent(() => form.set(`${at}.defaultChoiceId`, undefined));
  useEffect(() => {
    if (isStrange) forget();
  }, [isStrange]);
  const kindOf = (one: Group) => t(one.kind === 'single' ? 'option.single' : 'option.multiple');
  return (
    <>
      <SelectField
        name={`${at}.groupId`}
        options={(all ?? []).map((one) => ({ value: one.id, label: readersName(one), hint: kindOf(one) }))}
      />
      <SelectField
        name={`${at}.defaultChoiceId`}
        options={(group?.categories ?? []).map((one) => ({
          value: one.id,
          label: readersName(one),
          ...(one.costMinor ? { hint: `+${format(one.costMinor, currency)}` } : {}),
        }))}
      />
    </>
  );
}
