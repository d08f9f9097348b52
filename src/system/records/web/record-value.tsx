import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { fileAddress } from '#platform/files/web/file-address.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordField, TimeRange } from '#platform/records/contract/fields.ts';
import { nameOfReference, namesOfReferences } from '#platform/records/contract/record-names.ts';
import { MILLIONTHS_PER_PERCENT } from '#platform/records/rules/record-cells.ts';
import { plainTextOf } from '#platform/rich-text/rules/document.ts';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { daysInWords } from '#platform/time/rules/week.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { StoredPicture } from '#ui/image-field/stored-picture.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { formatWall } from '#ui/time/format-wall.ts';
import { Time } from '#ui/time/time.tsx';
import { useTenantCalendar } from '#ui/time/use-tenant-calendar.ts';
import { useTimeStyle } from '#ui/time/use-time-style.ts';
import { unitWord } from './unit-word.ts';
import './records.css';

export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** A value of a record as its reader knows it: codes in words, references by name, rates in percent. */
export function RecordValue({ kind, field, row }: { kind: RecordKind; field: string; row: Row }) {
  const declared = kind.fields[field] ?? kind.computed[field];
  const value = row[field];
  const { t, i18n } = useTranslation(kind.namespace);
  const empty = `kind.empty.${field}`;
  if (value === null && i18n.exists(empty, { ns: kind.namespace })) return t(empty);
  if (!declared || value === null || value === undefined || value === '') return '–';
  if (declared.kind === 'json') return <JsonText kind={kind} field={field} value={value} />;
  const currency = currencyOf(declared, row);
  const name = row[declared.kind === 'references' ? namesOfReferences(field) : nameOfReference(field)];
  return <Shown declared={declared} value={value} name={name} currency={currency} />;
}

/** `12,500`; as many decimals as are stored. */
const figures = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value);

const currencyOf = ({ currency }: RecordField, row: Row): string | undefined =>
  currency === undefined ? undefined : String(row[currency]);

interface ShownProps {
  declared: RecordField;
  value: unknown;
  /** Of the record behind a reference, or of all that are listed. */
  name?: unknown;
  /** Of an amount, where it is not the tenant's. */
  currency?: string | undefined;
}

/** The same of a field alone. */
export function Shown({ declared, value, name, currency }: ShownProps) {
  const { t } = useTranslation('records');
  const style = useTimeStyle();
  const tenant = useTenant();
  const language = useLanguage();
  switch (declared.kind) {
    case 'choice':
      return <DictionaryText code={declared.dictionary ?? ''} value={String(value)} />;
    case 'flag':
      return yesOrNo(value === true, t);
    case 'amount':
      return <Money minor={Number(value)} currency={(currency ?? tenant.currency) as Currency} />;
    case 'rate':
      return `${Number(value) / MILLIONTHS_PER_PERCENT} %`;
    case 'integer':
    case 'decimal':
      return [figures(Number(value), language), declared.unit && unitWord(declared.unit, t)].filter(Boolean).join(' ');
    case 'timeRange':
      return <TimeRangeText range={value as TimeRange} />;
    case 'weekdays':
      return <WeekdayText days={value as readonly number[]} />;
    case 'instant':
      return <Time at={String(value)} />;
    case 'day':
    case 'timeOfDay':
      return formatWall(String(value), style);
    case 'reference':
      return String(name ?? value);
    case 'references':
      return <Listed names={(name ?? value) as readonly string[]} />;
    case 'picture':
      return <StoredPicture className="record-picture" path={String(value)} label="" isLazy />;
    case 'pictures':
      return <Pictures paths={value as readonly string[]} />;
    case 'richText':
      return plainTextOf(readRichText(String(value)));
    case 'rows':
      return String((value as readonly unknown[]).length || '–');
    default:
      return String(value);
  }
}

function Pictures({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return '–';
  return (
    <span className="record-pictures">
      {paths.map((path) => (
        <img key={path} className="record-picture" src={fileAddress(path)} alt="" loading="lazy" />
      ))}
    </span>
  );
}

function Listed({ names }: { names: readonly string[] }) {
  const language = useLanguage();
  return names.length === 0 ? '–' : joinWords(names, language);
}

/** Each value of an object in a line, under its name in words where the kind has one (`field.<field>.<name>`). */
function JsonText({ kind, field, value }: { kind: RecordKind; field: string; value: unknown }) {
  const { t } = useTranslation(kind.namespace);
  if (typeof value !== 'object' || value === null) return String(value);
  return (
    <ul className="record-rows">
      {Object.entries(value).map(([name, one]) => (
        <li key={name}>
          <small className="quiet">{t(`field.${field}.${name}`, { defaultValue: name })}</small>{' '}
          <span>{typeof one === 'string' ? one || '–' : JSON.stringify(one)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `08:00–18:30`. */
export function TimeRangeText({ range: { from, to } }: { range: TimeRange }) {
  const style = useTimeStyle();
  return `${formatWall(from, style)}–${formatWall(to, style)}`;
}

/** The days by their short names, in the order of the tenant's week. */
export function WeekdayText({ days }: { days: readonly number[] }) {
  const language = useLanguage();
  const { weekStart } = useTenantCalendar();
  return daysInWords(days, weekStart, language);
}

/** The rows of a list, each in one line: values beside each other, what is empty left out, flags by their names. */
export function RowsText({ kind, field, rows }: { kind: RecordKind; field: string; rows: readonly Row[] }) {
  const { t } = useTranslation(kind.namespace);
  const of = shownFields(kind, field);
  if (rows.length === 0) return '–';
  return (
    <ul className="record-rows">
      {rows.map((row, place) => (
        <li key={place}>
          {of
            .filter(([name]) => row[name] !== null && row[name] !== '' && row[name] !== false)
            .map(([name, declared]) => (
              <span key={name}>
                {declared.kind === 'flag' ? (
                  t(`field.${field}.${name}`)
                ) : (
                  <Shown
                    declared={declared}
                    value={row[name]}
                    name={row[nameOfReference(name)]}
                    currency={currencyOf(declared, row)}
                  />
                )}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** The same as a table, where there is room for it. */
export function RowsTable({ kind, field, rows }: { kind: RecordKind; field: string; rows: readonly Row[] }) {
  const { t } = useTranslation(kind.namespace);
  const of = shownFields(kind, field);
  // a column in which no row says anything is left out
  const told = of.filter(([name]) => rows.some((row) => !isNothing(row[name])));
  return (
    <ScrollBox label={t(`field.${field}`)}>
      <table className="plain-table record-rows-table">
        <caption>{t(`field.${field}`)}</caption>
        <thead>
          <tr>
            {told.map(([name]) => (
              <th key={name} scope="col">
                {t(`field.${field}.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {told.map(([name, declared]) => (
                <td key={name}>
                  {isNothing(row[name]) ? (
                    '–'
                  ) : (
                    <Shown
                      declared={declared}
                      value={row[name]}
                      name={row[nameOfReference(name)]}
                      currency={currencyOf(declared, row)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** What the server gives itself, such as the id of a row or the name behind a reference, is no column. */
const shownFields = (kind: RecordKind, field: string) =>
  Object.entries(kind.fields[field]?.of ?? {}).filter(([, { generated }]) => !generated);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

export const yesOrNo = (value: boolean, t: TFunction<'records'>): string => t(value ? 'yes' : 'no');
