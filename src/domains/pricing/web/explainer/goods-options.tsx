import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionGroup } from '#domains/beverages/contract/beverage.ts';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { Select } from '#ui/select/select.tsx';

/** The options of a line's drink, a list for each of its groups. */
export function GoodsOptions({ at }: { at: string }) {
  const form = useForm();
  const goodsId = valueAt(form.values, `${at}.goodsId`);
  const chosen = (valueAt(form.values, `${at}.optionIds`) ?? []) as readonly string[];
  const { data } = useQuery({
    queryKey: ['beverages', 'options', goodsId],
    enabled: typeof goodsId === 'string',
    staleTime: 60_000,
    queryFn: ({ signal }) => call(beverages.endpoints.one, { id: String(goodsId) }, { signal, notices: 'none' }),
  });
  const groups = data?.id === goodsId ? data?.groups : undefined;
  const { set } = form;
  // options of the drink that stood here before do not belong to this one; a kiosk begins with the first choice
  useEffect(() => {
    if (!groups) return;
    const known = new Set(groups.flatMap(({ choices }) => choices.map(({ id }) => id)));
    const kept = chosen.filter((id) => known.has(id));
    const missing = groups.filter(({ required, choices }) => required && !choices.some(({ id }) => kept.includes(id)));
    const next = [...kept, ...missing.flatMap(({ choices }) => choices[0]?.id ?? [])];
    if (next.join() !== chosen.join()) set(`${at}.optionIds`, next);
  }, [groups, chosen, at, set]);
  return groups?.map((group) => (
    <GroupField
      key={group.id}
      group={group}
      chosen={chosen}
      onChange={(ids) => {
        const others = chosen.filter((id) => !group.choices.some((choice) => choice.id === id));
        set(`${at}.optionIds`, [...others, ...ids]);
      }}
    />
  ));
}

interface GroupFieldProps {
  group: OptionGroup;
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

function GroupField({ group, chosen, onChange }: GroupFieldProps) {
  const { t } = useTranslation('pricing');
  const money = useFormatMoney();
  const { currency } = useTenant();
  const own = group.choices.map(({ id }) => id).filter((id) => chosen.includes(id));
  const options = group.choices.map((choice) => ({
    value: choice.id,
    label:
      choice.costMinor === 0 ? readersName(choice) : `${readersName(choice)} + ${money(choice.costMinor, currency)}`,
  }));
  const name = readersName(group);
  return (
    <div className="field">
      <span className="field-label">{name}</span>
      {group.kind === 'single' ? (
        <Select
          label={name}
          options={options}
          value={own[0] ?? ''}
          none={group.required ? undefined : t('explainer.noOption')}
          onChange={(id) => onChange(id === '' ? [] : [id])}
        />
      ) : (
        <MultiSelect label={name} options={options} values={own} onChange={onChange} />
      )}
    </div>
  );
}
