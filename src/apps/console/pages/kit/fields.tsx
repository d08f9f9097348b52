import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, DateTimeInput, TimeInput } from '#ui/date/date-input.tsx';
import { DateRange } from '#ui/date/date-range.tsx';
import { CheckboxField, SwitchField } from '#ui/fields/checkbox-field.tsx';
import { ColourField } from '#ui/fields/colour-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { MultiSelectField, SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { ImagePicker } from '#ui/image-field/image-picker.tsx';
import { JsonEditor } from '#ui/json-editor/json-editor.tsx';
import { type Picked, PickerBox } from '#ui/picker/picker-box.tsx';
import { type LoadPage, PickerList } from '#ui/picker/picker-list.tsx';
import { RichText } from '#ui/rich-text/rich-text.tsx';
import { RichTextEditor } from '#ui/rich-text/rich-text-editor.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { SearchSelect } from '#ui/select/search-select.tsx';
import { Select } from '#ui/select/select.tsx';
import { drinkTags } from '../parts/kit-card.tsx';
import { FreeForm } from './kit-form.tsx';
import { AT, PEOPLE, RICH } from './samples.ts';
import { State } from './state.tsx';

const nothing = () => undefined;
const FAULTY = { 'aria-invalid': true } as const;
const SWATCHES = ['#096DD9', '#237804', '#CF1322', '#722ED1'];

function useOptions() {
  const { t } = useTranslation('parts');
  return drinkTags.codes.map((value) => ({ value, label: t(`drink.${value}`) }));
}

export function Fields() {
  const { t } = useTranslation('kit');
  const options = useOptions();
  const values = {
    name: PEOPLE[0],
    note: t('word.sentence'),
    minutes: 15,
    amount: 5_700,
    drink: '3',
    drinks: ['1', '2'],
    size: '2',
    isOpen: true,
    colour: SWATCHES[0],
  };
  const all = (disabled?: boolean) => (
    <>
      <div className="form-row">
        <TextField name="name" disabled={disabled} hint={t('word.because')} />
        <NumberField name="minutes" unit="min" disabled={disabled} />
        <MoneyField name="amount" disabled={disabled} />
      </div>
      <div className="form-row">
        <SelectField name="drink" options={options} tags={drinkTags} disabled={disabled} />
        <MultiSelectField name="drinks" options={options} disabled={disabled} />
        <SecretField name="secret" isSet disabled={disabled} />
      </div>
      <div className="form-row">
        <RadioField name="size" options={options.slice(0, 3)} disabled={disabled} />
        <CheckboxField name="isOpen" disabled={disabled} />
        <SwitchField name="isOpen" disabled={disabled} />
      </div>
      <div className="form-row">
        <ColourField name="colour" swatches={SWATCHES} disabled={disabled} />
        <TextAreaField name="note" disabled={disabled} />
      </div>
    </>
  );
  const required = { key: 'required' };
  return (
    <>
      <State of="normal" wide>
        <FreeForm namespace="kit" values={values}>
          {all()}
        </FreeForm>
      </State>
      <State of="focus" wide>
        <FreeForm namespace="kit" values={values}>
          <TextField name="name" />
        </FreeForm>
      </State>
      <State of="empty" wide>
        <FreeForm namespace="kit">
          <div className="form-row">
            <TextField name="name" placeholder={t('word.because')} />
            <SelectField name="drink" options={options} />
          </div>
        </FreeForm>
      </State>
      <State of="error" wide>
        <FreeForm
          namespace="kit"
          faults={{ name: required, drink: { key: 'requiredChoice' }, amount: { text: t('word.failed') } }}
        >
          <div className="form-row">
            <TextField name="name" />
            <SelectField name="drink" options={options} />
            <MoneyField name="amount" />
          </div>
        </FreeForm>
      </State>
      <State of="disabled" wide>
        <FreeForm namespace="kit" values={values}>
          {all(true)}
        </FreeForm>
      </State>
      <State of="long" wide>
        <FreeForm namespace="kit" values={{ name: t('word.long'), size: '1' }}>
          <TextField name="name" label={t('word.long')} hint={t('word.long')} />
          <RadioField name="size" buttons options={options.slice(0, 3)} />
        </FreeForm>
      </State>
    </>
  );
}

export function Dates() {
  const { t } = useTranslation('kit');
  const [day, setDay] = useState('2026-11-22');
  const [at, setAt] = useState<string>(AT.paid);
  const [clock, setClock] = useState('08:30');
  const [range, setRange] = useState<Parameters<typeof DateRange>[0]['value']>({ preset: 'lastWeek' });
  const three = (attributes: Parameters<typeof DateInput>[0]['attributes'] = {}, isEmpty = false) => (
    <div className="form kit-fill">
      <div className="form-row">
        <DateInput label={t('mode.day')} value={isEmpty ? '' : day} onChange={setDay} attributes={attributes} />
        <DateTimeInput label={t('word.period')} value={isEmpty ? '' : at} onChange={setAt} attributes={attributes} />
        <TimeInput label={t('word.period')} value={isEmpty ? '' : clock} onChange={setClock} attributes={attributes} />
      </div>
    </div>
  );
  return (
    <>
      <State of="normal" wide opens=".date-popover">
        {three()}
      </State>
      <State of="empty" wide>
        {three({}, true)}
      </State>
      <State of="error" wide>
        {three(FAULTY)}
      </State>
      <State of="disabled" wide>
        {three({ disabled: true })}
      </State>
      <State of="range" wide>
        <DateRange label={t('word.period')} value={range} maxDays={31} onChange={setRange} />
      </State>
    </>
  );
}

export function Selects() {
  const { t } = useTranslation('kit');
  const options = useOptions();
  const [drink, setDrink] = useState('3');
  const [drinks, setDrinks] = useState<readonly string[]>(['1', '4']);
  const one = { label: t('field.drink'), options, value: drink, onChange: setDrink };
  const long = [{ value: '3', label: t('word.long') }];
  return (
    <>
      <State of="normal" opens=".select-list">
        <Select {...one} tags={drinkTags} />
      </State>
      <State of="several" opens=".select-list">
        <MultiSelect label={t('field.drinks')} options={options} values={drinks} onChange={setDrinks} />
      </State>
      <State of="found" opens=".select-list">
        <SearchSelect label={t('field.name')} value="1" text={PEOPLE[0]} search={findPeople} onChoose={nothing} />
      </State>
      <State of="empty">
        <Select {...one} value="" />
      </State>
      <State of="focus">
        <Select {...one} />
      </State>
      <State of="error">
        <Select {...one} value="" attributes={FAULTY} />
      </State>
      <State of="disabled">
        <Select {...one} attributes={{ disabled: true }} />
      </State>
      <State of="long">
        <Select {...one} options={long} />
      </State>
    </>
  );
}

const findPeople = async () => PEOPLE.map((label, at) => ({ value: String(at), label, hint: `A-${at}` }));
const loadPeople: LoadPage = async () => ({ options: await findPeople(), pages: 3 });

export function Pickers() {
  const { t } = useTranslation('kit');
  const [chosen, setChosen] = useState<readonly Picked[]>(() => [
    { value: '0', label: PEOPLE[0] },
    { value: '9', label: t('word.long') },
  ]);
  const without = (value: string) => setChosen((now) => now.filter((one) => one.value !== value));
  const box = { label: t('field.name'), chosen, onRemove: without, onOpen: nothing };
  return (
    <>
      <State of="normal" wide>
        <PickerBox {...box} attributes={{}} />
      </State>
      <State of="empty">
        <PickerBox {...box} attributes={{}} chosen={[]} />
      </State>
      <State of="error">
        <PickerBox {...box} attributes={FAULTY} chosen={[]} />
      </State>
      <State of="disabled" wide>
        <PickerBox {...box} attributes={{ disabled: true }} />
      </State>
      <State of="open" wide>
        <PickerList
          label={t('field.name')}
          load={loadPeople}
          chosen={chosen}
          isMulti
          onToggle={(one) =>
            chosen.some(({ value }) => value === one.value) ? without(one.value) : setChosen([...chosen, one])
          }
        />
      </State>
    </>
  );
}

export function Pictures() {
  const { t } = useTranslation('kit');
  const one = { kind: 'avatar', label: t('field.name'), value: '', onChange: nothing } as const;
  return (
    <>
      <State of="empty">
        <ImagePicker {...one} shownAt={{ width: 96, height: 96 }} isRound />
      </State>
      <State of="disabled">
        <ImagePicker {...one} shownAt={{ width: 96, height: 96 }} disabled />
      </State>
    </>
  );
}

export function Texts() {
  const { t } = useTranslation('kit');
  const [value, setValue] = useState(RICH);
  const one = { label: t('field.note'), value, onChange: setValue, max: 1_000 };
  return (
    <>
      <State of="normal" wide>
        <div className="kit-fill">
          <RichTextEditor {...one} />
        </div>
      </State>
      <State of="error" wide>
        <div className="kit-fill">
          <RichTextEditor {...one} value="" placeholder={t('word.because')} attributes={FAULTY} />
        </div>
      </State>
      <State of="disabled" wide>
        <div className="kit-fill">
          <RichTextEditor {...one} disabled />
        </div>
      </State>
      <State of="readOnly" wide>
        <div className="kit-fill">
          <RichText value={value} />
        </div>
      </State>
    </>
  );
}

export function Documents() {
  const { t } = useTranslation('kit');
  const [good, setGood] = useState('{"bucketName":"drinks","static":true}');
  const [faulty, setFaulty] = useState('{"bucketName":');
  return (
    <>
      <State of="normal" wide>
        <div className="kit-fill">
          <JsonEditor label={t('field.note')} value={good} onChange={setGood} />
        </div>
      </State>
      <State of="error" wide>
        <div className="kit-fill">
          <JsonEditor label={t('field.note')} value={faulty} onChange={setFaulty} />
        </div>
      </State>
      <State of="readOnly" wide>
        <div className="kit-fill">
          <JsonEditor label={t('field.note')} value={good} onChange={setGood} readOnly />
        </div>
      </State>
    </>
  );
}
