import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { type Choice, readChoice, writeChoice } from '#platform/http/contract/choice.ts';
import { Minor } from '#platform/http/contract/fields.ts';
import { Button } from '#ui/button/button.tsx';
import { DateRange } from '#ui/date/date-range.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { FormContext } from '#ui/form-dialog/form-context.ts';
import { useFormState } from '#ui/form-dialog/use-form-state.ts';
import type { AmountFilter, ChoiceFilter, DateRangeFilter, Filter, RecordFilter } from '#ui/record-list/filters.ts';
import { areReversed, readAmounts, readRange, writeAmounts } from '#ui/record-list/list-state.ts';
import { useChoiceText, useFilterText } from '#ui/record-list/use-filter-text.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { OptionPicker } from '#ui/select/option-picker.tsx';
import type { SelectOption } from '#ui/select/options.ts';
import { SearchSelect } from '#ui/select/search-select.tsx';
import { Select } from '#ui/select/select.tsx';

export interface FilterEditorProps<Kind extends Filter = Filter> {
  name: string;
  filter: Kind;
  namespace: string;
  label: string;
  value: string | undefined;
  /** The fields sent last. */
  request?: Readonly<Record<string, unknown>> | undefined;
  onChange: (value: string | undefined) => void;
  /** In a popover: called when a choice is final, so that it may close. */
  onDone?: (() => void) | undefined;
}

export function FilterEditor(props: FilterEditorProps): ReactNode {
  const { filter } = props;
  switch (filter.kind) {
    case 'choice':
      return <ChoiceEditor {...props} filter={filter} />;
    case 'dateRange':
      return <DateRangeEditor {...props} filter={filter} />;
    case 'amount':
      return <AmountEditor {...props} filter={filter} />;
    case 'record':
      return <RecordEditor {...props} filter={filter} />;
    default:
      return <TextEditor {...props} />;
  }
}

function TextEditor({ label, value, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation('ui');
  const apply = (text: string) => onChange(text.trim() || undefined);
  return (
    <form
      className="filter-text"
      onSubmit={(event) => {
        event.preventDefault();
        apply(String(new FormData(event.currentTarget).get('text') ?? ''));
        onDone?.();
      }}
    >
      <input
        name="text"
        aria-label={label}
        defaultValue={value}
        maxLength={200}
        onBlur={(event) => apply(event.target.value)}
      />
      <Button type="submit" kind="primary">
        {t('apply')}
      </Button>
    </form>
  );
}

/** In a filter's popover the list itself, in the sheet of a phone a box that opens it. */
function ChoiceEditor(props: FilterEditorProps<ChoiceFilter>) {
  const { filter, label, value, onChange, onDone } = props;
  const { t } = useTranslation('ui');
  const options = useChoices(props);
  const { tags } = filter;
  const any = t('filter.any');
  if (filter.multiple) return <SeveralEditor {...props} options={options} />;
  const shared = { label, tags, onChange: (next: string) => onChange(next || undefined) };
  return onDone ? (
    <OptionPicker
      {...shared}
      options={[{ value: '', label: any }, ...options]}
      values={[value ?? '']}
      onChange={([next = '']) => shared.onChange(next)}
      onDone={onDone}
    />
  ) : (
    <Select {...shared} none={any} options={options} value={value ?? ''} />
  );
}

/** Any of the chosen values, or none of them. */
function SeveralEditor(props: FilterEditorProps<ChoiceFilter> & { options: readonly SelectOption[] }) {
  const { filter, label, value = '', onChange, onDone, options } = props;
  const { t } = useTranslation('ui');
  const { values, isNot: wasNot } = readChoice(value);
  const [isNot, setNot] = useState(wasNot);
  const apply = (next: Choice) => onChange(writeChoice(next) || undefined);
  const shared = {
    label,
    options,
    values,
    tags: filter.tags,
    onChange: (next: string[]) => apply({ isNot, values: next }),
  };
  const how = (
    <Segmented
      label={label}
      value={isNot ? 'isNot' : 'is'}
      options={[
        { value: 'is', label: t('filter.is') },
        { value: 'isNot', label: t('filter.isNot') },
      ]}
      onChange={(next) => {
        setNot(next === 'isNot');
        apply({ isNot: next === 'isNot', values });
      }}
    />
  );
  return onDone ? (
    <OptionPicker {...shared} isMulti>
      {how}
    </OptionPicker>
  ) : (
    <div className="filter-several">
      {how}
      <MultiSelect {...shared} />
    </div>
  );
}

/** The values in words, each with how many records have it where the list knows. */
function useChoices({ name, filter, namespace, request }: FilterEditorProps<ChoiceFilter>): readonly SelectOption[] {
  const textOf = useChoiceText(name, filter, namespace);
  const { [name]: _, pageNo: __, pageSize: ___, column: ____, order: _____, ...others } = request ?? {};
  const { counts } = filter;
  const { data } = useQuery({
    queryKey: [namespace, 'filter-counts', name, others],
    enabled: counts !== undefined,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, number>>> => counts?.(others, signal) ?? {},
  });
  return filter.values.map((value) => ({ value, label: textOf(value), count: data && (data[value] ?? 0) }));
}

function DateRangeEditor({ filter, label, value, onChange, onDone }: FilterEditorProps<DateRangeFilter>) {
  return (
    <DateRange
      label={label}
      value={value === undefined ? undefined : readRange(value)}
      maxDays={filter.maxDays}
      onChange={(range) => onChange('preset' in range ? range.preset : `${range.from}..${range.to}`)}
      onDone={onDone}
    />
  );
}

const AmountsEntered = z
  .strictObject({ from: Minor.optional(), to: Minor.optional() })
  .refine((amounts) => !areReversed(amounts), { path: ['to'], message: 'amountsReversed' });

/** Sent when it is applied, or left with amounts that make sense. In the sheet no form: a dialog begins in its form. */
function AmountEditor({ label, value, onChange, onDone }: FilterEditorProps<AmountFilter>) {
  const { t } = useTranslation('ui');
  const apply = (amounts: z.output<typeof AmountsEntered>) => {
    const next = writeAmounts(amounts);
    if (next !== value) onChange(next);
  };
  const form = useFormState({
    namespace: 'ui',
    schema: AmountsEntered,
    initialValues: { ...(value === undefined ? undefined : readAmounts(value)) },
    onSubmit: async (amounts) => apply(amounts),
    onSaved: () => onDone?.(),
  });
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const entered = AmountsEntered.safeParse(form.handle.values);
    if (!currentTarget.contains(relatedTarget) && entered.success) apply(entered.data);
  };
  const fields = (
    <FormContext value={form.handle}>
      <MoneyField name="from" label={t('filter.from')} />
      <MoneyField name="to" label={t('filter.upTo')} />
    </FormContext>
  );
  if (!onDone)
    return (
      <fieldset className="filter-amounts" aria-label={label} onBlur={leave}>
        {fields}
      </fieldset>
    );
  return (
    <form
      className="filter-amounts"
      aria-label={label}
      noValidate
      onBlur={leave}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {fields}
      <Button type="submit" kind="primary">
        {t('apply')}
      </Button>
    </form>
  );
}

/** Platform.md 5: dictionary search waits 800 ms and shows ten results. */
function RecordEditor({ name, filter, namespace, label, value, onChange, onDone }: FilterEditorProps<RecordFilter>) {
  const text = useFilterText(name, filter, namespace, value);
  const shared = { label, search: filter.search, recentAs: `${namespace}.${name}` };
  return onDone ? (
    <OptionPicker {...shared} values={[value ?? '']} onChange={([next]) => onChange(next)} onDone={onDone} />
  ) : (
    <SearchSelect {...shared} value={value ?? ''} text={text} onChoose={(option) => onChange(option?.value)} />
  );
}
