import { type Kysely, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { FieldKind, RecordField, RecordTarget } from '../contract/fields.ts';
import { nameOfReference, namesOfReferences, snakeCase } from '../contract/record-names.ts';
import type { ApartField, ServedKind } from './serving.ts';

/** A row of any table that `make_record_table` made. */
export interface StoredRecord {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly created_by: string;
  readonly updated_at: Date;
  readonly updated_by: string | null;
  readonly [column: string]: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

/**
 * The same handle, for tables that are known at run time alone: names come from declarations, never from the wire, and the
 * tenant's condition is added as to every statement.
 */
// biome-ignore lint/suspicious/noExplicitAny: the columns of a kind are known at run time
export const anyTable = (db: TenantDb): Kysely<any> => db as unknown as Kysely<any>;

export const columnOf = snakeCase;

export const fieldsOf = (kind: Pick<RecordKind, 'fields'>): [string, RecordField][] => Object.entries(kind.fields);

type Pointing = readonly [field: string, target: RecordTarget];

/** Fields with the record that they point at. */
export const referencesOf = (kind: Pick<RecordKind, 'fields'>): Pointing[] => pointing(kind, 'reference');

/** Fields with the records that they list. */
export const listedBy = (kind: Pick<RecordKind, 'fields'>): Pointing[] => pointing(kind, 'references');

function pointing(kind: Pick<RecordKind, 'fields'>, type: FieldKind): Pointing[] {
  return fieldsOf(kind).flatMap(([field, declared]) =>
    declared.kind === type && declared.target ? [[field, declared.target] as const] : [],
  );
}

/** What a record is called in the reader's language; the row goes by `from`. */
export function nameIn(
  language: Language,
  { label, labelZh }: Pick<RecordTarget, 'label' | 'labelZh'>,
  from: 'record' | 'named' = 'record',
) {
  const name = sql.ref<string>(`${from}.${label}`);
  return language === 'zh-CN' && labelZh
    ? sql<string>`coalesce(nullif(${sql.ref(`${from}.${labelZh}`)}, ''), ${name})`
    : name;
}

/** The rows of a kind, which conditions and order know as `record`. */
export const rowsOf = (db: TenantDb, { kind, rows }: Pick<ServedKind, 'kind' | 'rows'>) =>
  rows ? anyTable(db).selectFrom(rows.as('record')) : anyTable(db).selectFrom(`${kind.table} as record`);

const FACTS = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'];

/** Does work that reads the kind's table, with people in reach where it holds them. */
export async function inReach<T>(
  { ofPeople }: Pick<ServedKind, 'ofPeople'>,
  db: TenantDb,
  work: () => Promise<T>,
): Promise<T> {
  if (ofPeople) await seePeople(db);
  return work();
}

/** Who reads, as far as names of others are concerned: `spots` that he may see, null for all of them. */
export interface NameReader {
  readonly language: Language;
  readonly spots: readonly string[] | null;
}

const EVERYTHING: NameReader = { language: 'en-US', spots: null };

/** How somebody reads names of records that others point at. */
export const readerOf = ({ actor, language }: { readonly actor: Actor; readonly language: Language }): NameReader => ({
  language,
  spots: actor.isRoot ? null : actor.spotIds,
});

/**
 * Rows of the kind under the name `record`, with the names of the records that they point at, in the reader's language, and
 * what is computed. A spot that he may not see has no name for him.
 */
export function selectRecords(
  db: TenantDb,
  served: Pick<ServedKind, 'kind' | 'rows' | 'computed' | 'apart'>,
  { language, spots }: NameReader = EVERYTHING,
) {
  const { kind, computed = {}, apart = {} } = served;
  const own = fieldsOf(kind).filter(([field]) => !apart[field]);
  const inTwoLanguages = own.filter(([, { columnZh }]) => columnZh !== undefined);
  const plain = own.filter(([, { columnZh }]) => columnZh === undefined);
  const columns = [...(kind.isReadOnly ? ['id'] : FACTS), ...plain.map(([field]) => columnOf(field))];
  const readOf = ({ read }: ApartField) => (typeof read === 'function' ? read(language) : read);
  const seen = ({ isSpot }: RecordTarget) =>
    isSpot && spots !== null ? sql<boolean>`named.id = any(${spots}::uuid[])` : sql<boolean>`true`;
  const listed = (field: string) => (apart[field] ? readOf(apart[field]) : sql.ref(`record.${columnOf(field)}`));
  return rowsOf(db, served)
    .select(columns.map((column) => `record.${column}`))
    .select(
      inTwoLanguages.map(([field, { columnZh: labelZh = '' }]) =>
        nameIn(language, { label: columnOf(field), labelZh }).as(columnOf(field)),
      ),
    )
    .select((of) =>
      referencesOf(kind).map(([field, target]) =>
        of
          .selectFrom(`${target.table} as named`)
          .select(nameIn(language, target, 'named').as('n'))
          .whereRef('named.id', '=', `record.${columnOf(field)}`)
          .where(seen(target))
          .as(columnOf(nameOfReference(field))),
      ),
    )
    .select((of) =>
      listedBy(kind).map(([field, target]) => {
        const name = nameIn(language, target, 'named');
        return of
          .selectFrom(`${target.table} as named`)
          .select(sql`coalesce(jsonb_agg(${name} order by ${name}), '[]')`.as('n'))
          .where(sql<boolean>`named.id::text in (select jsonb_array_elements_text(${listed(field)}))`)
          .where(seen(target))
          .as(columnOf(namesOfReferences(field)));
      }),
    )
    .select(Object.entries(apart).map(([field, one]) => readOf(one).as(columnOf(field))))
    .select(Object.entries(computed).map(([field, known]) => known.as(columnOf(field))))
    .$castTo<StoredRecord>();
}

/** What a row of the older family says beside: times on the tenant's clock, codes with their words. */
export interface RowWords {
  readonly timeZone: string;
  word(dictionary: string, value: string): string;
}

/** A stored row as it is answered. */
export function toRow(kind: RecordKind, stored: StoredRecord, words: RowWords | undefined): Values {
  const values = fieldsOf(kind).flatMap(([field, declared]): [string, unknown][] => {
    const value = stored[columnOf(field)];
    if (declared.kind === 'reference')
      return [
        [field, value ?? declared.none ?? null],
        [nameOfReference(field), stored[columnOf(nameOfReference(field))] ?? null],
      ];
    if (declared.kind === 'references') {
      const ids = (value ?? []) as readonly string[];
      const names = (stored[columnOf(namesOfReferences(field))] ?? []) as readonly string[];
      return [
        // the older family has lists as texts
        [field, words ? ids.join(',') + (declared.endsWithComma && ids.length > 0 ? ',' : '') : ids],
        [namesOfReferences(field), names],
        ...(words ? [[`${field}_dictText`, names.join(',')] as [string, unknown]] : []),
      ];
    }
    if (declared.kind === 'choice' && words) {
      const code = value === null ? null : String(value);
      return [
        [field, code],
        [`${field}_dictText`, code === null ? '' : words.word(declared.dictionary ?? '', code)],
      ];
    }
    // a text of a table that was not made for records may be null
    return [[field, plainValue(value ?? (declared.empty === '' ? '' : null))]];
  });
  const known = Object.keys(kind.computed).map((field) => [field, plainValue(stored[columnOf(field)])]);
  const row = { id: stored.id, ...Object.fromEntries(values), ...Object.fromEntries(known) };
  if (kind.isReadOnly) return row;
  const changedAt = stored.version > 1 ? stored.updated_at : null;
  return {
    ...row,
    version: stored.version,
    createdAt: stored.created_at.toISOString(),
    createdBy: stored.created_by,
    updatedAt: changedAt?.toISOString() ?? null,
    updatedBy: stored.updated_by,
    ...(words
      ? {
          createBy: stored.created_by,
          createTime: wallClock(stored.created_at, words.timeZone),
          updateBy: stored.updated_by,
          updateTime: changedAt && wallClock(changedAt, words.timeZone),
        }
      : {}),
  };
}

/** The fields of a stored row alone, by their names: for audit rows, conflicts and what takes a removal back. */
export function toValues(kind: RecordKind, stored: StoredRecord): Values {
  return Object.fromEntries(fieldsOf(kind).map(([field]) => [field, plainValue(stored[columnOf(field)])]));
}

const plainValue = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));

const AS_JSON: ReadonlySet<FieldKind> = new Set(['rows', 'json', 'timeRange', 'weekdays', 'references', 'pictures']);

/** Writes what was given of the fields that lie in other tables. */
export async function writeApart(
  { apart = {} }: Pick<ServedKind, 'apart'>,
  tx: Transaction,
  id: string,
  given: Values,
): Promise<void> {
  for (const [field, { write }] of Object.entries(apart))
    if (given[field] !== undefined) await write(tx, id, given[field] as never);
}

/** The values of a record's own row. */
export const withoutApart = ({ apart = {} }: Pick<ServedKind, 'apart'>, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !apart[field]));

/** Values by field as they are written. */
export function toColumns(kind: RecordKind, values: Values): Values {
  return Object.fromEntries(
    fieldsOf(kind).flatMap(([field, declared]) => {
      if (!(field in values)) return [];
      const value = values[field];
      const isJson = AS_JSON.has(declared.kind) && value !== null;
      return [[columnOf(field), isJson ? sql`${JSON.stringify(value)}::jsonb` : value]];
    }),
  );
}
