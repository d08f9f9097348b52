import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { Conflict } from '#platform/http/contract/envelope.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { RichText } from '#platform/rich-text/contract/rich-text.ts';
import {
  DictionaryMultiField,
  DictionaryRadioField,
  DictionarySearchField,
  DictionarySelectField,
} from '#system/dictionaries/web/index.ts';
import { DepartmentField, PositionField, RoleField, UserField } from '#system/pickers/web/index.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { DateField, DateTimeField, TimeField } from '#ui/date/date-field.tsx';
import { DateRangeField } from '#ui/date/date-range-field.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { ColourField } from '#ui/fields/colour-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { MultiSelectField, SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { FormValues } from '#ui/form-dialog/form-state.ts';
import { ImageField } from '#ui/image-field/image-field.tsx';
import { RichTextField } from '#ui/rich-text/rich-text-field.tsx';
import { browserNow } from '#ui/time/now.ts';
import { drinkTags } from './kit-card.tsx';

const MOST_CHARACTERS = 300;
/** Days of a range. */
const LONGEST = 31;
/** As a screen would take them from its call. */
const Values = z.strictObject({
  department: z.string().min(1),
  users: z.string().min(1),
  role: z.string().optional(),
  positions: z.string().optional(),
  state: z.string().min(1),
  sex: z.string().min(1),
  priorities: z.string().optional(),
  spot: z.string().optional(),
  colour: z.string().regex(/^#[0-9A-F]{6}$/),
  due: z.iso.datetime().optional(),
  day: z.iso.date().optional(),
  opens: z.string().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  picture: z.string().optional(),
  title: z.string().max(40).optional(),
  amount: z.int().optional(),
  minutes: z.int().optional(),
  drink: z.int().optional(),
  days: z.array(z.string()).optional(),
  size: z.string().optional(),
  isOpen: z.boolean().optional(),
  note: RichText(MOST_CHARACTERS, 1),
  version: z.int(),
});
const SPOTS = 'sos_service_spots_info,name,id';
const DAYS = ['1', '2', '3', '4', '5', '6', '7'];
const SIZES = ['S', 'M', 'L'];
const SWATCHES = ['#096DD9', '#237804', '#CF1322', '#722ED1'];

/** Every field of the kit that shows its value otherwise than as it is, in one form; what was chosen goes nowhere. */
export function FormCard() {
  const { t, i18n } = useTranslation('parts');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<z.output<typeof Values>>();
  /** What was saved over the open form, as somebody else would. */
  const rival = useRef<Conflict['current']>(undefined);
  const save = async (values: z.output<typeof Values>): Promise<void> => {
    const current = rival.current;
    rival.current = undefined;
    if (current !== undefined) {
      const conflict = { current, changedBy: t('form.rival'), changedAt: new Date(browserNow()).toISOString() };
      throw new CallError({ kind: 'refusal', status: 200, code: '409', message: t('form.rivalSaved'), conflict });
    }
    setChosen({ ...values, version: values.version + 1 });
  };
  return (
    <Card
      className="parts-form"
      title={t('form.title')}
      extra={
        <Button small data-tip={t('form.hint')} onClick={() => setOpen(true)}>
          {t('form.open')}
        </Button>
      }
    >
      <pre className="parts-values">{chosen ? JSON.stringify(chosen, null, 2) : t('form.none')}</pre>
      {isOpen && (
        <FormDialog
          namespace="parts"
          title={t('form.title')}
          width={640}
          schema={Values}
          initialValues={chosen ?? { version: 1 }}
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          <div className="form-row">
            <DepartmentField name="department" />
            <UserField name="users" isMulti />
          </div>
          <div className="form-row">
            <RoleField name="role" />
            <PositionField name="positions" isMulti />
          </div>
          <div className="form-row">
            <DictionarySelectField name="state" code="user_status" />
            <DictionaryMultiField name="priorities" code="priority" />
          </div>
          <div className="form-row">
            <DictionaryRadioField name="sex" code="sex" />
            <DictionarySearchField name="spot" code={SPOTS} />
          </div>
          <div className="form-row">
            <ColourField name="colour" swatches={SWATCHES} />
            <DateTimeField name="due" />
          </div>
          <div className="form-row">
            <DateField name="day" />
            <TimeField name="opens" />
          </div>
          <DateRangeField
            label={t('form.range')}
            from={{ name: 'from', label: t('form.from') }}
            to={{ name: 'to', label: t('form.to') }}
            maxDays={LONGEST}
          />
          <div className="form-row">
            <TextField name="title" />
            <NumberField name="minutes" unit="min" />
            <MoneyField name="amount" />
          </div>
          <div className="form-row">
            <SelectField
              name="drink"
              tags={drinkTags}
              options={drinkTags.codes.map((code) => ({ value: Number(code), label: t(`drink.${code}`) }))}
            />
            <MultiSelectField
              name="days"
              options={DAYS.map((day) => ({ value: day, label: weekday(Number(day), i18n.language) }))}
            />
          </div>
          <div className="form-row">
            <RadioField name="size" buttons options={SIZES.map((size) => ({ value: size, label: size }))} />
            <SwitchField name="isOpen" />
          </div>
          <ImageField name="picture" kind="avatar" shownAt={{ width: 48, height: 48 }} isRound />
          <RichTextField name="note" max={MOST_CHARACTERS} placeholder={t('form.placeholder')} />
          <RivalButton onSave={(values) => (rival.current = JSON.parse(JSON.stringify(values)))} />
        </FormDialog>
      )}
    </Card>
  );
}

const weekday = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2027, 0, 3 + day)));

/** Saves what is typed under another name, so that the form's own save meets it. */
function RivalButton({ onSave }: { onSave: (values: FormValues) => void }) {
  const { t } = useTranslation('parts');
  const { values } = useForm();
  return (
    <div>
      <Button small onClick={() => onSave({ ...values, version: Number(values.version) + 1 })}>
        {t('form.rivalSaves')}
      </Button>
    </div>
  );
}
