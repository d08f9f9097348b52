import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import {
  type CellForm,
  defineExport,
  type ExportDefinition,
  type FilterWords,
  type ReaderWords,
} from '#platform/exports/server/define-export.ts';
import type { ExportCell } from '#platform/exports/server/spreadsheet-bytes.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { readChoice } from '#platform/http/contract/choice.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceText, sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { decideExportInstants } from '#platform/time/rules/export-range.ts';
import { daysInWords, type WeekStart, weekStartOf } from '#platform/time/rules/week.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { RecordField, RecordTarget, TimeRange } from '../contract/fields.ts';
import type { RecordQuery } from '../contract/record-endpoints.ts';
import { nameOfReference, namesOfReferences } from '../contract/record-names.ts';
import { exportedFields, MILLIONTHS_PER_PERCENT } from '../rules/record-cells.ts';
import { maskedRow } from './masked.ts';
import { orderOf, recordConditions } from './record-query.ts';
import { anyTable, columnOf, fieldsOf, readerOf, type StoredRecord, selectRecords } from './record-rows.ts';
import type { ServedKind } from './serving.ts';

const ROWS_AT_ONCE = 1_000;

interface ExportRow extends StoredRecord {
  /** The tenant's. */
  readonly tenantCurrency: string;
  readonly weekStart: WeekStart;
  readonly words: ReadonlyMap<string, { readonly en: string; readonly zh: string }>;
}

type Cell = (row: ExportRow, form: CellForm) => ExportCell;

function cellOf(field: string, declared: RecordField): Cell {
  const column = columnOf(field);
  const read = (row: ExportRow) => row[column];
  switch (declared.kind) {
    case 'flag':
      return (row, form) => form.name(read(row) ? 'yes' : 'no', read(row) ? '是' : '否');
    case 'integer':
    case 'decimal':
      return (row, form) => (read(row) === null ? '' : form.number(Number(read(row))));
    case 'amount':
      return (row, form) => {
        const currency = (declared.currency && row[columnOf(declared.currency)]) ?? row.tenantCurrency;
        return read(row) === null ? '' : form.money(Number(read(row)), currency as Currency);
      };
    case 'rate':
      return (row, form) => (read(row) === null ? '' : form.number(Number(read(row)) / MILLIONTHS_PER_PERCENT));
    case 'weekdays':
      return (row, form) => {
        const days = (read(row) ?? []) as readonly number[];
        const inWords = (language: Language) => daysInWords(days, row.weekStart, language);
        return form.name(inWords('en-US'), inWords('zh-CN'));
      };
    case 'timeRange':
      return (row) => {
        const range = read(row) as TimeRange | null;
        return range ? `${range.from}–${range.to}` : '';
      };
    case 'instant':
      return (row, form) => form.time(read(row) as Date | null);
    case 'reference':
      return (row) => String(row[columnOf(nameOfReference(field))] ?? '');
    case 'references':
      return (row) => ((row[columnOf(namesOfReferences(field))] ?? []) as readonly string[]).join('; ');
    case 'choice':
      return (row, form) => {
        const words = row.words.get(`${declared.dictionary} ${read(row)}`);
        return words ? form.name(words.en, words.zh) : String(read(row) ?? '');
      };
    default:
      return (row) => String(read(row) ?? '');
  }
}

/** Where a field has no value of its own, the kind may have a word for that: `kind.empty.<field>`. */
function wordedCell({ namespace }: RecordKind, field: string, declared: RecordField): Cell {
  const cell = cellOf(field, declared);
  const en = sliceText(namespace, 'en-US', `kind.empty.${field}`);
  const zh = sliceText(namespace, 'zh-CN', `kind.empty.${field}`);
  if (en === undefined || zh === undefined) return cell;
  return (row, form) => (row[columnOf(field)] === null ? form.name(en, zh) : cell(row, form));
}

/** The list as a file: its filters, its order, one column for each field that a cell can hold. */
export function recordExport(served: ServedKind): ExportDefinition {
  const { kind } = served;
  const cells = Object.fromEntries(
    exportedFields(kind).map(([field, declared]) => [field, wordedCell(kind, field, declared)]),
  );
  const facts = {
    createdAt: (row: ExportRow, form: CellForm) => form.time(row.created_at),
    createdBy: (row: ExportRow) => row.created_by,
  };
  return defineExport({
    kind: kind.namespace,
    name: 'kind.file',
    namespace: kind.namespace,
    permission: kind.exportPermission,
    request: kind.filters,
    isOfDays: served.exportRange !== undefined,
    columns: kind.isReadOnly ? cells : { ...cells, ...facts },
    head: (column, language) =>
      !kind.isReadOnly && column in facts ? sliceTexts('records', language)(`field.${column}`) : undefined,
    describe: (db, request, words) => describeFilters(kind, db, request, words),
    open: async (db, request, owner, language) => {
      const read = <T>(work: (inside: TenantDb) => Promise<T>) => work(db);
      const asked = await recordConditions(served, { read, actor: owner }, request);
      const tenant = await db.selectFrom('tenant').select(['currency', 'time_format']).executeTakeFirstOrThrow();
      const words = await exportWords(db, kind);
      if (served.ofPeople) await seePeople(db);
      const ofTenant = { tenantCurrency: tenant.currency, weekStart: weekStartOf(tenant.time_format) };
      return { total: null, batches: batches() };
      async function* batches(): AsyncGenerator<ExportRow[]> {
        let query = selectRecords(db, served, readerOf({ actor: owner, language })).where(asked);
        for (const [column, direction] of orderOf(kind, request)) query = query.orderBy(column, direction);
        let batch: ExportRow[] = [];
        for await (const row of query.stream(ROWS_AT_ONCE)) {
          batch.push({ ...maskedRow(served, owner, row), ...ofTenant, words } as ExportRow);
          if (batch.length < ROWS_AT_ONCE) continue;
          yield batch;
          batch = [];
        }
        if (batch.length > 0) yield batch;
      }
    },
  });
}

/** Refuses a range that is missing or longer than 31 of the tenant's days before a job is made of it. */
async function mustBeInRange(
  { exportRange }: ServedKind,
  context: RequestContext,
  filters: RecordQuery,
): Promise<void> {
  if (exportRange === undefined) return;
  const timeZone = await context.read(
    async (db) => (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone,
  );
  const { createdFrom, createdTo } = filters as { readonly createdFrom?: string; readonly createdTo?: string };
  const decision = decideExportInstants(
    {
      ...(createdFrom === undefined ? {} : { from: new Date(createdFrom) }),
      ...(createdTo === undefined ? {} : { to: new Date(createdTo) }),
    },
    timeZone,
  );
  if (!decision.allowed) raiseAt(decision.at, `${exportRange}.${decision.because}`);
}

/** Both languages of the codes, read once for a file. */
async function exportWords(db: TenantDb, kind: RecordKind): Promise<ExportRow['words']> {
  const codes = fieldsOf(kind).flatMap(([, { dictionary }]) => dictionary ?? []);
  if (codes.length === 0) return new Map();
  const rows = await sql<{ code: string; value: string; text_en: string; text_zh: string }>`
    select code, value, text_en, text_zh from dictionary_item where code = any(${codes})`.execute(db);
  return new Map(rows.rows.map((row) => [`${row.code} ${row.value}`, { en: row.text_en, zh: row.text_zh }]));
}

/** The filters as the list shows them. */
async function describeFilters(
  kind: RecordKind,
  db: TenantDb,
  request: RecordQuery,
  { text, name }: ReaderWords,
): Promise<FilterWords> {
  const described: { label: string; value: string }[] = [];
  if (request.keyword?.trim()) described.push({ label: text('list.search'), value: request.keyword.trim() });
  const chosen = request.selections?.length ?? 0;
  if (chosen > 0) described.push({ label: name('Selected', '已选'), value: String(chosen) });
  const words = await exportWords(db, kind);
  for (const [field, declared] of fieldsOf(kind)) {
    const asked = request[field];
    if (asked === undefined || asked === '') continue;
    described.push({ label: text(`field.${field}`), value: await valueInWords(declared, String(asked)) });
  }
  return described;

  async function valueInWords(declared: RecordField, asked: string): Promise<string> {
    if (declared.target) return (await nameOf(db, declared.target, asked, name)) ?? asked;
    if (declared.kind !== 'choice' && declared.kind !== 'flag') return asked;
    const { isNot, values } = readChoice(asked);
    const inWords = values.map((code) => {
      if (declared.kind === 'flag') return code === 'true' ? name('yes', '是') : name('no', '否');
      const word = words.get(`${declared.dictionary} ${code}`);
      return word ? name(word.en, word.zh) : code;
    });
    return `${isNot ? '≠ ' : ''}${inWords.join(', ')}`;
  }
}

async function nameOf(
  db: TenantDb,
  { table, label, labelZh = label }: RecordTarget,
  id: string,
  name: ReaderWords['name'],
): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await anyTable(db).selectFrom(table).select([label, labelZh]).where('id', '=', id).executeTakeFirst();
  return row && name(String(row[label]), String(row[labelZh]));
}

/** Starts the file; columns that the kind does not have are refused. */
export async function exportRecords(
  served: ServedKind,
  definition: ExportDefinition,
  context: RequestContext,
  asked: RecordQuery,
) {
  const {
    format,
    separator,
    columns,
    pageNo: _,
    pageSize: __,
    ...filters
  } = asked as RecordQuery & {
    format: 'csv' | 'xlsx';
    separator?: 'comma' | 'semicolon';
    columns?: string[];
  };
  const unknown = columns?.find((column) => !definition.columns.includes(column));
  if (unknown !== undefined)
    raise(
      'request.malformed',
      {},
      { faults: [{ path: 'columns', code: 'fault.value', params: { values: definition.columns.join(', ') } }] },
    );
  await mustBeInRange(served, context, filters);
  // a condition that cannot be read is refused now, not by a file that fails
  await recordConditions(served, context, filters);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  return startExport(context, definition, { format, separator, columns, request: given });
}
