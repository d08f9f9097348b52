import * as z from 'zod';
import type { RequestContext } from '#platform/http/server/context.ts';
import {
  defineImport,
  type ImportDefinition,
  type NumberedRow,
  type RowFault,
} from '#platform/imports/server/define-import.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { RecordField } from '../contract/fields.ts';
import { importedFields } from '../rules/record-cells.ts';
import { anyTable, columnOf, fieldsOf } from './record-rows.ts';
import { addRecord, isTaken } from './save-record.ts';
import type { ServedKind } from './serving.ts';

type Texts = Readonly<Record<string, string | undefined>>;
type Values = Record<string, unknown>;

const YES: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y', '是']);
const NO: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', '否']);
const MILLIONTHS_PER_PERCENT = 10_000;

/** The kind out of a table that people bring along: each row is added as by hand. */
export function recordImport(served: ServedKind, examples: Readonly<Record<string, string>>): ImportDefinition {
  const { kind } = served;
  const fields = importedFields(kind);
  return defineImport({
    kind: kind.namespace,
    namespace: kind.namespace,
    title: 'kind.title',
    permission: kind.permission('add'),
    limits: kind.importLimits,
    columns: Object.fromEntries(
      fields.map(([field, { required }]) => [field, { example: examples[field] ?? '', needed: required }]),
    ),
    row: rowOfTexts(fields),
    check: (context, rows) => checkRows(served, context, rows),
    apply: async (context, row, isRepeat) => {
      const { values, faults } = await readRow(kind, context, row);
      const [fault] = faults;
      if (fault) throw new Problem(fault.code, fault.params);
      // an earlier run was cut off between adding the record and noting it
      if (isRepeat && (await isHere(kind, context, values))) return;
      await addRecord(served, context, values);
    },
  });
}

/** Cells are texts; what the kind says of plain texts is checked with the row, all else when it is read. */
function rowOfTexts(fields: ReturnType<typeof importedFields>): z.ZodType<Texts> {
  const asText = (declared: RecordField) =>
    ['choice', 'flag', 'reference', 'integer', 'decimal', 'rate'].includes(declared.kind) ? z.string() : declared.input;
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
  const uniques = fieldsOf(kind).filter(([, { unique, generated }]) => unique && !generated);
  const firstRow = new Map<string, number>();
  const faults: RowFault[] = [];
  for (const { rowNo, row } of rows) {
    const read = await readRow(kind, context, row);
    faults.push(...read.faults.map((fault) => ({ ...fault, rowNo })));
    for (const [field, { within }] of uniques) {
      const value = String(read.values[field] ?? '');
      if (value === '') continue;
      const key = JSON.stringify([field, value.toLowerCase(), within && read.values[within]]);
      const first = firstRow.get(key);
      if (first !== undefined) faults.push({ rowNo, column: field, code: 'import.row.twice', params: { row: first } });
      else if (await context.read((db) => isTaken(kind, { db }, field, read.values, undefined)))
        faults.push({ rowNo, column: field, code: 'record.taken' });
      firstRow.set(key, first ?? rowNo);
    }
    if (read.faults.length === 0) faults.push(...decided(served, context, read.values, rowNo));
  }
  return faults;
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

type ReadFault = Omit<RowFault, 'rowNo'>;

/** Codes by their words in either language, references by name, the rest by their schema. */
async function readRow(
  kind: RecordKind,
  context: RequestContext,
  row: Texts,
): Promise<{ values: Values; faults: ReadFault[] }> {
  const values: Values = {};
  const faults: ReadFault[] = [];
  for (const [field, declared] of importedFields(kind)) {
    const text = row[field];
    if (text === undefined || text === '') continue;
    const found = await readCell(context, declared, text);
    if ('code' in found) faults.push({ column: field, ...found });
    else values[field] = found.value;
  }
  return { values, faults };
}

type CellRead =
  | { readonly value: unknown }
  | { readonly code: string; readonly params?: Readonly<Record<string, string>> };

async function readCell(context: RequestContext, declared: RecordField, text: string): Promise<CellRead> {
  const lower = text.trim().toLowerCase();
  switch (declared.kind) {
    case 'flag':
      if (YES.has(lower)) return { value: true };
      return NO.has(lower) ? { value: false } : { code: 'fault.value', params: { values: 'yes, no' } };
    case 'choice':
      return choiceOf(context, declared, lower);
    case 'reference':
      return referenceOf(context, declared, lower);
    case 'rate': {
      const percent = Number(lower.replace('%', '').replace(',', '.').trim());
      return parsed(declared, Number.isNaN(percent) ? text : Math.round(percent * MILLIONTHS_PER_PERCENT));
    }
    default:
      return parsed(declared, text);
  }
}

function parsed(declared: RecordField, value: unknown): CellRead {
  const result = declared.input.safeParse(value);
  return result.success ? { value: result.data } : { code: 'fault.format' };
}

async function choiceOf(context: RequestContext, declared: RecordField, lower: string): Promise<CellRead> {
  const items = await context.identity((db) =>
    db
      .selectFrom('dictionary_item')
      .select(['value', 'text_en', 'text_zh'])
      .where('code', '=', declared.dictionary ?? '')
      .execute(),
  );
  const item = items.find((one) => [one.value, one.text_en, one.text_zh].some((word) => word.toLowerCase() === lower));
  const code = item?.value ?? lower;
  const value = declared.values?.find((one) => String(one).toLowerCase() === code.toLowerCase());
  if (value !== undefined) return { value };
  const words = items.map((one) => (context.language === 'zh-CN' ? one.text_zh : one.text_en));
  return { code: 'fault.value', params: { values: words.join(', ') } };
}

async function referenceOf(context: RequestContext, { target, none }: RecordField, lower: string): Promise<CellRead> {
  if (lower === none) return { value: null };
  if (!target) return { code: 'record.reference-unknown' };
  const rows = await context.read((db) =>
    anyTable(db)
      .selectFrom(target.table)
      .select(['id', `${target.label} as name`, `${target.value ?? target.label} as code`])
      .execute(),
  );
  const { actor } = context;
  const isSeen = (id: string) => !target.isSpot || actor.isRoot || actor.spotIds === null || actor.spotIds.includes(id);
  const known = rows.filter((row) => isSeen(String(row['id'])));
  const called = (by: 'name' | 'code') => known.filter((row) => String(row[by]).toLowerCase() === lower);
  const byCode = called('code');
  const found = byCode.length > 0 ? byCode : called('name');
  if (found.length > 1) return { code: 'import.row.ambiguous' };
  return found[0] ? { value: found[0]['id'] } : { code: 'record.reference-unknown' };
}

/** A record with the very same values. */
async function isHere(kind: RecordKind, context: RequestContext, values: Values): Promise<boolean> {
  const row = await context.read((db) => {
    let query = anyTable(db).selectFrom(kind.table).select('id');
    for (const [field, value] of Object.entries(values)) query = query.where(columnOf(field), '=', value);
    return query.executeTakeFirst();
  });
  return row !== undefined;
}
