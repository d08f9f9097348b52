import { sql } from 'kysely';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import {
  defineImport,
  type ImportDefinition,
  type NumberedRow,
  type RowFault,
} from '#platform/imports/server/define-import.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { FieldKind, RecordField } from '../contract/fields.ts';
import { cellRules } from '../rules/cell-rules.ts';
import { importedFields, treeCodeOf } from '../rules/record-cells.ts';
import { loadImportWords, readRow, type Texts, type Values } from './import-rows.ts';
import { readKind } from './list-records.ts';
import { placeByCode } from './place-by-code.ts';
import { anyTable, columnOf, fieldsOf, toColumns, withoutApart } from './record-rows.ts';
import { addRecord, missingPictures } from './save-record.ts';
import type { ServedKind } from './serving.ts';

/** The kind out of a table that people bring along: each row is added as by hand. */
export function recordImport(
  served: ServedKind,
  examples: Readonly<Record<string, string>>,
  steppedUp: boolean,
): ImportDefinition {
  const { kind } = served;
  const fields = importedFields(kind);
  const { switch: turned } = kind;
  const waits = turned && missingPictures(served, {}).length > 0 ? { [turned.field]: turned.off } : undefined;
  return defineImport({
    kind: kind.namespace,
    namespace: kind.namespace,
    title: 'kind.title',
    permission: kind.permission('add'),
    steppedUp,
    limits: kind.importLimits,
    columns: Object.fromEntries(
      fields.map(([field, declared]) => [
        field,
        { example: examples[field] ?? '', needed: declared.required, allowed: cellRules(declared) },
      ]),
    ),
    row: rowOfTexts(fields),
    check: (context, rows) => checkRows(served, context, rows),
    checkCells: async (context, rows) => {
      const words = await loadImportWords(
        kind,
        context,
        rows.map(({ row }) => row),
      );
      return rows.flatMap(({ rowNo, row }) => readRow(kind, words, row).faults.map((fault) => ({ ...fault, rowNo })));
    },
    apply: async (context, row, isRepeat) => {
      const { values: written, faults } = readRow(kind, await loadImportWords(kind, context, [row]), row);
      const [{ values: placed, fault: unplaced } = { values: written }] = await placeByCode(kind, context, [written]);
      const fault = faults[0] ?? unplaced;
      if (fault) throw new Problem(fault.code, 'params' in fault ? fault.params : {});
      const values = { ...placed, ...waits };
      const isThere =
        (isRepeat || !isToldApart(kind)) && (await readKind(served, context, (db) => isHere(served, db, values)));
      // unless an earlier run was cut off between adding the record and noting it
      if (isThere && !isRepeat) throw new Problem('import.row.already-here');
      if (!isThere) await addRecord(served, context, values);
      return waits && 'import.row.waits-for-picture';
    },
  });
}

const AS_TEXT: ReadonlySet<FieldKind> = new Set([
  ...(['choice', 'flag', 'reference', 'references', 'integer', 'decimal', 'rate', 'amount', 'day'] as const),
]);

/** Cells are texts; what the kind says of plain texts is checked with the row, all else when it is read. */
function rowOfTexts(fields: ReturnType<typeof importedFields>): z.ZodType<Texts> {
  const asText = (declared: RecordField) => (AS_TEXT.has(declared.kind) ? z.string() : declared.input);
  return z.strictObject(
    Object.fromEntries(
      fields.map(([field, declared]) => [field, declared.required ? asText(declared) : asText(declared).optional()]),
    ),
  ) as unknown as z.ZodType<Texts>;
}

async function checkRows(
  served: ServedKind,
  context: RequestContext,
  rows: readonly NumberedRow<Texts>[],
): Promise<RowFault[]> {
  const { kind } = served;
  const uniques = uniqueFields(kind);
  const words = await loadImportWords(
    kind,
    context,
    rows.map(({ row }) => row),
  );
  const written = rows.map(({ rowNo, row }) => ({ rowNo, ...readRow(kind, words, row) }));
  const codeField = treeCodeOf(kind);
  const codes = new Set(codeField === undefined ? [] : written.map(({ values }) => String(values[codeField] ?? '')));
  const placed = await placeByCode(
    kind,
    context,
    written.map(({ values }) => values),
    codes,
  );
  const read = written.map(({ rowNo, values, faults: own }, at) => {
    const { values: there = values, fault } = placed[at] ?? {};
    return { rowNo, values: there, faults: fault ? [...own, fault] : own };
  });
  const faults: RowFault[] = read.flatMap(({ rowNo, faults: own }) => own.map((fault) => ({ ...fault, rowNo })));
  for (const [field, { within = [] }] of uniques) {
    const places = read.map(({ rowNo, values }) => ({
      rowNo,
      place: placeOf(
        values[field],
        within.map((one) => values[one] ?? kind.fields[one]?.empty),
      ),
    }));
    const wanted = read.map(({ values }) => normalized(values[field])).filter((value) => value !== '');
    const taken = await takenPlaces(served, context, field, wanted);
    const firstRow = new Map<string, number>();
    for (const { rowNo, place } of places) {
      if (place === undefined) continue;
      const first = firstRow.get(place);
      if (first !== undefined) faults.push({ rowNo, column: field, code: 'import.row.twice', params: { row: first } });
      else if (taken.has(place)) faults.push({ rowNo, column: field, code: 'record.taken' });
      firstRow.set(place, first ?? rowNo);
    }
  }
  const sound = read.filter((row) => row.faults.length === 0);
  if (!isToldApart(kind)) faults.push(...(await repeated(served, context, sound)));
  for (const { rowNo, values } of sound) faults.push(...decided(served, context, values, rowNo));
  return faults;
}

const uniqueFields = (kind: RecordKind) => fieldsOf(kind).filter(([, { unique, generated }]) => unique && !generated);

/** By a field of which no two records have the same. */
const isToldApart = (kind: RecordKind): boolean => uniqueFields(kind).length > 0;

/** Of records that nothing tells apart: a row that says the same as a row before, or as a record, is one that was brought along twice. */
async function repeated(
  served: ServedKind,
  context: RequestContext,
  rows: readonly { readonly rowNo: number; readonly values: Values }[],
): Promise<RowFault[]> {
  const column = served.kind.labelField;
  // one question for most rows: what has another name is another record
  const there = await takenPlaces(
    served,
    context,
    column,
    rows.map(({ values }) => normalized(values[column])),
  );
  return readKind(served, context, async (db) => {
    const faults: RowFault[] = [];
    const firstRow = new Map<string, number>();
    for (const { rowNo, values } of rows) {
      const said = JSON.stringify(values);
      const row = firstRow.get(said);
      const label = placeOf(values[column], []);
      if (row !== undefined) faults.push({ rowNo, column, code: 'import.row.twice', params: { row } });
      else if ((label === undefined || there.has(label)) && (await isHere(served, db, values)))
        faults.push({ rowNo, column, code: 'import.row.already-here' });
      firstRow.set(said, row ?? rowNo);
    }
    return faults;
  });
}

const normalized = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .toLowerCase();

/** What two records may not share: the value, among those below one record where it is unique there. */
function placeOf(value: unknown, within: readonly unknown[]): string | undefined {
  return normalized(value) === ''
    ? undefined
    : JSON.stringify([normalized(value), ...within.map((one) => one ?? null)]);
}

/** Which of the values records have, one query for all rows of a file. */
async function takenPlaces(
  served: ServedKind,
  context: RequestContext,
  field: string,
  wanted: readonly string[],
): Promise<ReadonlySet<string>> {
  const { kind } = served;
  const column = columnOf(field);
  const within = kind.fields[field]?.within ?? [];
  const rows = await readKind(served, context, (db) =>
    anyTable(db)
      .selectFrom(kind.table)
      .select([`${column} as value`, ...within.map((one, at) => `${columnOf(one)} as within${at}`)])
      .where(sql`lower(${sql.ref(column)})`, '=', sql`any(${wanted})`)
      .execute(),
  );
  return new Set(
    rows.flatMap(
      (row) =>
        placeOf(
          row['value'],
          within.map((_, at) => row[`within${at}`]),
        ) ?? [],
    ),
  );
}

/** What the kind's own rule says against the row. */
function decided({ kind, decide }: ServedKind, context: RequestContext, values: Values, rowNo: number): RowFault[] {
  const draft = Object.fromEntries(fieldsOf(kind).map(([field, { empty }]) => [field, values[field] ?? empty]));
  try {
    decide?.(draft, undefined, context);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [fault] = error.faults;
    return [
      {
        rowNo,
        column: fault?.path ?? kind.labelField,
        code: fault?.code ?? error.code,
        params: fault?.params ?? error.params,
      },
    ];
  }
}

/** A record with the very same values, whether it is switched on or off. */
async function isHere(served: ServedKind, db: TenantDb, values: Values): Promise<boolean> {
  const { kind } = served;
  const compared = Object.entries(withoutApart(served, values)).filter(([field]) => field !== kind.switch?.field);
  let query = anyTable(db).selectFrom(kind.table).select('id');
  for (const [column, value] of Object.entries(toColumns(kind, Object.fromEntries(compared))))
    query = query.where(column, 'is not distinct from', value);
  return (await query.executeTakeFirst()) !== undefined;
}
