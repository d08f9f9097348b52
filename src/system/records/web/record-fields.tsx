import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { snakeCase } from '#platform/records/contract/record-names.ts';
import {
  DictionarySearchField,
  DictionarySearchMultiField,
  DictionarySelectField,
} from '#system/dictionaries/web/index.ts';
import { UniqueTextField } from '#system/field-checks/web/index.ts';
import { DateField, DateTimeField, TimeField } from '#ui/date/date-field.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { ColourField } from '#ui/fields/colour-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { ImageField } from '#ui/image-field/image-field.tsx';
import { ImageListField } from '#ui/image-list/image-list-field.tsx';
import { RateField } from '#ui/rate/rate-field.tsx';
import { RichTextField } from '#ui/rich-text/rich-text-field.tsx';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { TimeWindowField } from '#ui/time-window/time-window-field.tsx';
import { WeekdayField } from '#ui/weekdays/weekday-field.tsx';
import { unitWord } from './unit-word.ts';

const PICTURE = { width: 64, height: 64 };

/** What a row of a list begins with. */
export function blankRow({ of = {} }: RecordField): Readonly<Record<string, unknown>> {
  const values = Object.entries(of).map(([name, { empty }]) => [name, empty ?? undefined]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== ''));
}

/** All fields of a kind, in the order of its declaration, or those that are named. */
export function RecordFields({
  kind,
  id,
  only,
}: {
  kind: RecordKind;
  id: string | undefined;
  only?: readonly string[];
}) {
  const names = only ?? Object.keys(kind.fields).filter((name) => isAsked(kind.fields[name], id));
  return names.map((name) => <RecordInput key={name} kind={kind} name={name} id={id} />);
}

/** What is given once is not asked again. */
const isAsked = (declared: RecordField | undefined, id: string | undefined): boolean =>
  !declared?.generated && !(declared?.fixed && id !== undefined);

interface InputProps {
  kind: RecordKind;
  name: string;
  /** The record that is edited; its own value is free. */
  id: string | undefined;
}

/** The input of one field, as its declaration asks for. */
export function RecordInput({ kind, name, id }: InputProps) {
  const declared = kind.fields[name];
  if (!declared) throw new Error(`${kind.name} has no field ${name}`);
  if (declared.unique && declared.within === undefined)
    return <UniqueTextField name={name} unique={{ table: kind.olderTable, field: snakeCase(name), dataId: id }} />;
  return <Input name={name} declared={declared} />;
}

/** The input of a field that a declaration alone describes, such as one of a row. */
export function Input({ name, declared }: { name: string; declared: RecordField }) {
  const { max, dictionary = '', target, upload, unit, values = [] } = declared;
  switch (declared.kind) {
    case 'longText':
      return <TextAreaField name={name} />;
    case 'phone':
      return <TextField name={name} type="tel" />;
    case 'email':
      return <TextField name={name} type="email" />;
    case 'richText':
      return <RichTextField name={name} max={max ?? 0} />;
    case 'picture':
      return <ImageField name={name} kind={upload ?? 'temp'} shownAt={PICTURE} />;
    case 'pictures':
      return <ImageListField name={name} kind={upload ?? 'temp'} shownAt={PICTURE} max={max} />;
    case 'colour':
      return <ColourField name={name} />;
    case 'choice':
      return (
        <DictionarySelectField
          name={name}
          code={dictionary}
          only={declared.values}
          isNumber={typeof values[0] === 'number'}
        />
      );
    case 'flag':
      return <SwitchField name={name} />;
    case 'integer':
    case 'decimal':
      return <Figure name={name} unit={unit} />;
    case 'amount':
      return <MoneyField name={name} />;
    case 'rate':
      return <RateField name={name} />;
    case 'instant':
      return <DateTimeField name={name} />;
    case 'day':
      return <DateField name={name} />;
    case 'timeOfDay':
      return <TimeField name={name} />;
    case 'timeRange':
      return <TimeWindowField name={name} />;
    case 'weekdays':
      return <WeekdayField name={name} />;
    case 'rows':
      return <RowsInput name={name} declared={declared} />;
    case 'references':
      return <DictionarySearchMultiField name={name} code={target?.dictionary ?? ''} />;
    case 'reference':
      return <DictionarySearchField name={name} code={target?.dictionary ?? ''} />;
    default:
      return <TextField name={name} />;
  }
}

/** The kind may call its rows by `kind.row.<field>` ("Contact {number}") and the button by `kind.addRow.<field>`. */
function RowsInput({ name, declared }: { name: string; declared: RecordField }) {
  const { namespace } = useForm();
  const { t, i18n } = useTranslation(namespace);
  const own = (key: string) => i18n.exists(key, { ns: namespace });
  const { max } = declared;
  return (
    <RowsField
      name={name}
      blank={blankRow(declared)}
      {...(max === undefined ? {} : { max })}
      {...(own(`kind.row.${name}`) ? { rowName: (place) => t(`kind.row.${name}`, { number: place + 1 }) } : {})}
      {...(own(`kind.addRow.${name}`) ? { addLabel: t(`kind.addRow.${name}`) } : {})}
    >
      {(at) =>
        Object.entries(declared.of ?? {}).map(
          ([inner, of]) => !of.generated && <Input key={inner} name={`${at}.${inner}`} declared={of} />,
        )
      }
    </RowsField>
  );
}

function Figure({ name, unit }: { name: string; unit: string | undefined }) {
  const { t } = useTranslation('records');
  return <NumberField name={name} {...(unit === undefined ? {} : { unit: unitWord(unit, t) })} />;
}
