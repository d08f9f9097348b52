import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { columnsFor, type RecordColumn } from '#ui/record-table/column.tsx';
import { recordName } from './record-name.ts';
import { RecordSwitch } from './record-switch.tsx';
import { RecordValue, type Row } from './record-value.tsx';

/** Columns in sight before the reader picks others. */
const SHOWN = 8;
const FACTS_OF_CARD = 4;
/** Texts of so many characters get more room. */
const LONG = 200;
const WIDE: ReadonlySet<string> = new Set(['longText', 'richText', 'json', 'rows', 'pictures']);
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ flag: 96, picture: 64, integer: 104, reference: 200 },
  ...{ amount: 116, instant: 168 },
};
const TIGHT = 92;
/** Amounts and times are seen whole or not at all. */
const WHOLE: ReadonlySet<string> = new Set(['amount', 'instant']);
/** Words that are listed, names that people give, and names of other records: some are longer than any width. */
const mayBeLong = ({ kind, max = 0 }: RecordField): boolean =>
  ['reference', 'references', 'choice', 'weekdays'].includes(kind) || max > 64;
const AT_END: ReadonlySet<string> = new Set(['integer', 'decimal', 'amount', 'rate', 'instant']);
/** The switch and a word. */
const SWITCH = 152;
const column = columnsFor<Row>();

/** Times and people that every record has: their words are those of all kinds. */
export const FACTS: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy']);
const FACT_COLUMNS: readonly RecordColumn<Row>[] = [
  column.time('createdAt', { sort: true }),
  column.text('createdBy', { hidden: true }),
  column.time('updatedAt', { hidden: true }),
  column.text('updatedBy', { hidden: true }),
];

export interface ColumnChoice {
  /** The columns in sight, in this order; the others can be picked. By default the first ones declared. */
  readonly shown?: readonly string[] | undefined;
  readonly pageOf?: ((id: string) => string) | undefined;
  readonly cells?: CellsOf<Row> | undefined;
  /** Of columns whose content fits them; names are cut where they do not. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly moreColumns?: readonly RecordColumn<Row>[] | undefined;
}

/** By the name of the field. */
export type CellsOf<R> = Readonly<Record<string, (row: R) => ReactNode>>;

/** A column for each field and for what is computed; the one that people know a record by comes first on a card. */
export function recordColumns(kind: RecordKind, choice: ColumnChoice): RecordColumn<Row>[] {
  const { shown, moreColumns = [] } = choice;
  // what only its kind can read is no column
  const fields = Object.entries<RecordField>({ ...kind.fields, ...kind.computed }).filter(
    ([name, declared]) => declared.kind !== 'json' || name in (choice.cells ?? {}),
  );
  const all = [
    ...fields.map(([name, declared], at) => {
      const isShown = shown ? shown.includes(name) : at < SHOWN && !WIDE.has(declared.kind);
      const place = shown ? shown.indexOf(name) : at;
      return {
        ...columnOf(kind, name, declared, choice),
        ...cardOf(kind, name, declared, place),
        hidden: !isShown,
      };
    }),
    ...moreColumns,
    ...(kind.isReadOnly ? [] : FACT_COLUMNS),
  ];
  if (!shown) return all;
  const rank = (key: string) => (shown.includes(key) ? shown.indexOf(key) : shown.length);
  return all.toSorted((one, other) => rank(one.key) - rank(other.key));
}

function columnOf(
  kind: RecordKind,
  name: string,
  declared: RecordField,
  { pageOf, cells = {}, widths = {} }: ColumnChoice,
): RecordColumn<Row> {
  const { kind: type, sort } = declared;
  const cell = cells[name];
  const width = widths[name] ?? WIDTHS[type] ?? (WIDE.has(type) || (declared.max ?? 0) >= LONG ? 240 : 168);
  const options = {
    sort,
    width,
    // so that small windows have all columns in sight
    ...(width > TIGHT && !WHOLE.has(type) && !widths[name] ? { tight: TIGHT } : {}),
    ...(WHOLE.has(type) || (widths[name] && !mayBeLong(declared)) ? { whole: true } : {}),
    ...(type === 'instant' ? { isTime: true } : {}),
    value: (row: Row) => JSON.stringify(row[name]),
    ...(AT_END.has(type) ? ({ align: 'end' } as const) : {}),
  };
  if (name === kind.labelField)
    return column.custom(
      name,
      (row) =>
        cell ? (
          cell(row)
        ) : pageOf ? (
          <Link to={pageOf(row.id)} className="record-identity">
            {recordName(kind, row)}
          </Link>
        ) : (
          recordName(kind, row)
        ),
      { ...options, ...(widths[name] ? {} : { width: 200, tight: 144 }), value: (row) => recordName(kind, row) },
    );
  if (name === kind.switch?.field)
    return column.custom(name, (row) => <RecordSwitch kind={kind} row={row} />, {
      ...options,
      width: SWITCH,
      tight: SWITCH - 16,
    });
  if (type === 'instant' && !cell) return column.time(name as keyof Row & string, options);
  return column.custom(name, cell ?? ((row) => <RecordValue kind={kind} field={name} row={row} />), options);
}

/** Where a card of a phone shows the column. */
function cardOf(
  kind: RecordKind,
  name: string,
  { kind: type }: RecordField,
  place: number,
): Pick<RecordColumn<Row>, 'card'> {
  if (name === kind.labelField) return { card: 'identity' };
  if (name === kind.switch?.field) return { card: 'status' };
  return { card: place >= 0 && place < FACTS_OF_CARD && !WIDE.has(type) && type !== 'picture' ? 'fact' : 'none' };
}
