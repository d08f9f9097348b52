import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { faultsOfIssue } from '#platform/http/server/faults.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import type { RowFault } from '#platform/imports/server/define-import.ts';
import { type Currency, digitsOf } from '#platform/money/contract/currency.ts';
import { wholeUnits } from '#platform/money/contract/whole-units.ts';
import { parseAmount, toDecimalText } from '#platform/money/rules/parse-amount.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { RecordField } from '../contract/fields.ts';
import { importedFields, MILLIONTHS_PER_PERCENT } from '../rules/record-cells.ts';
import { readKind } from './list-records.ts';
import { anyTable } from './record-rows.ts';

/** A row of a table as it was brought along, and as it is read. */
export type Texts = Readonly<Record<string, string | undefined>>;
export type Values = Record<string, unknown>;

/** As tables of most of Europe write amounts. */
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/;
/** A rate is kept in millionths. */
const PERCENT_DECIMALS = 4;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** The year first, as it is clear everywhere: `2027-01-31`, `2027/1/31`, `2027年1月31日`. */
const DAY = /^(\d{4})([-/.年])(\d{1,2})(?:\2|月)(\d{1,2})日?$/;
const YES: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y', '是']);
const NO: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', '否']);

interface Word {
  readonly value: string;
  /** In small letters, as all that is written: its code, if it has one, which goes before names that are written the same. */
  readonly code?: string;
  /** All else that people may write for it: a file names it in the language of who took it along. */
  readonly written: readonly string[];
  /** As the reader sees it. */
  readonly shown: string;
}

/** What the words in the cells stand for. */
export interface ImportWords {
  /** By field: codes of dictionaries, and the records that the rows point at. */
  readonly words: ReadonlyMap<string, readonly Word[]>;
  /** Of amounts. */
  readonly currency: Currency;
}

/** Reads what the rows need to be understood: one query for all dictionaries, one for each field that points at records. */
export async function loadImportWords(
  kind: RecordKind,
  context: RequestContext,
  rows: readonly Texts[],
): Promise<ImportWords> {
  const words = new Map<string, readonly Word[]>();
  const fields = importedFields(kind);
  const codes = fields.flatMap(([, { dictionary }]) => dictionary ?? []);
  const items = codes.length === 0 ? [] : await findItems(context, codes);
  const { currency } = await context.read((db) => db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow());
  for (const [field, declared] of fields) {
    if (declared.kind === 'choice')
      words.set(
        field,
        items.filter(({ code }) => code === declared.dictionary).map(({ word }) => word),
      );
    if (declared.kind === 'reference' || declared.kind === 'references') {
      const written = rows.flatMap((row) => (row[field] ? wordsIn(declared, row[field]) : []));
      words.set(field, await findPointedAt(context, declared, [...new Set(written)]));
    }
  }
  return { words, currency: currency as Currency };
}

/** What a cell names: several records stand behind each other with a semicolon. */
const wordsIn = ({ kind }: RecordField, text: string): string[] =>
  (kind === 'references' ? text.split(/[;；]/) : [text]).map(small).filter((word) => word !== '');

const small = (text: string): string => text.trim().toLowerCase();

async function findItems(context: RequestContext, codes: readonly string[]) {
  const rows = await context.identity((db) =>
    db
      .selectFrom('dictionary_item')
      .select(['code', 'value', 'text_en', 'text_zh'])
      .where('code', 'in', [...new Set(codes)])
      .execute(),
  );
  return rows.map(({ code, value, text_en, text_zh }) => ({
    code,
    word: {
      value,
      written: [value, text_en, text_zh].map(small),
      shown: context.language === 'zh-CN' ? text_zh : text_en,
    },
  }));
}

/** Records that are called so and that the caller may see. */
async function findPointedAt(
  context: RequestContext,
  { target }: RecordField,
  written: readonly string[],
): Promise<Word[]> {
  if (!target || written.length === 0) return [];
  const { table, label, labelZh = label, value: code = label } = target;
  const isWritten = [...new Set([label, labelZh, code])].map(
    (column) => sql`lower(${sql.ref(column)}) = any(${written})`,
  );
  const rows = await readKind(target, context, (db) =>
    anyTable(db)
      .selectFrom(table)
      .select(['id', `${label} as name`, `${labelZh} as nameZh`, `${code} as code`])
      .where(sql<boolean>`(${sql.join(isWritten, sql` or `)})`)
      .execute(),
  );
  const { actor } = context;
  const isSeen = (id: string) => !target.isSpot || actor.isRoot || actor.spotIds === null || actor.spotIds.includes(id);
  return rows.flatMap((row) =>
    isSeen(String(row['id']))
      ? [
          {
            value: String(row['id']),
            ...(target.value === undefined ? {} : { code: small(String(row['code'])) }),
            written: [row['name'], row['nameZh']].map((name) => small(String(name ?? ''))),
            shown: String(row['name']),
          },
        ]
      : [],
  );
}

type ReadFault = Omit<RowFault, 'rowNo'>;

/** Codes by their words in either language, references by code or name, the rest by their schema. */
export function readRow(kind: RecordKind, words: ImportWords, row: Texts): { values: Values; faults: ReadFault[] } {
  const values: Values = {};
  const faults: ReadFault[] = [];
  for (const [field, declared] of importedFields(kind)) {
    const text = row[field];
    if (text === undefined || text === '') continue;
    if (saysNothing(kind, field, text)) {
      values[field] = null;
      continue;
    }
    const found = readCell(declared, words, field, text);
    if ('code' in found) faults.push({ column: field, ...found });
    else values[field] = found.value;
  }
  return { values, faults };
}

type CellRead =
  | { readonly value: unknown }
  | { readonly code: string; readonly params?: Readonly<Record<string, string>> };

/** The answer that a field has no value of its own, in either language. */
function saysNothing({ namespace }: RecordKind, field: string, text: string): boolean {
  return LANGUAGES.some((language) => {
    const word = sliceText(namespace, language, `kind.empty.${field}`);
    return word !== undefined && small(word) === small(text);
  });
}

function readCell(declared: RecordField, known: ImportWords, field: string, text: string): CellRead {
  const lower = small(text);
  const words = known.words.get(field) ?? [];
  switch (declared.kind) {
    case 'flag':
      if (YES.has(lower)) return { value: true };
      return NO.has(lower) ? { value: false } : { code: 'fault.value', params: { values: 'yes, no' } };
    case 'choice':
      return choiceOf(declared, words, lower);
    case 'reference':
      return referenceOf(declared, words, lower);
    case 'references': {
      const read = wordsIn(declared, text).map((word) => referenceOf(declared, words, word));
      return read.find((one) => 'code' in one) ?? { value: read.map((one) => ('value' in one ? one.value : '')) };
    }
    case 'rate': {
      const percent = lower.replace('%', '').replace(',', '.').trim();
      if (!NUMBER.test(percent)) return { code: 'fault.type-number' };
      const millionths = wholeUnits(Number(percent), PERCENT_DECIMALS);
      if (Number.isNaN(millionths)) return { code: 'fault.decimals', params: { maximum: String(PERCENT_DECIMALS) } };
      return parsed(declared, millionths, (limit) => `${limit / MILLIONTHS_PER_PERCENT} %`);
    }
    case 'amount':
      return amountOf(declared, known.currency, lower.replace(DECIMAL_COMMA, '$1.$2'));
    case 'integer':
    case 'decimal': {
      const number = declared.unit === '%' ? lower.replace('%', '').trim() : lower;
      return parsed(declared, NUMBER.test(number) ? Number(number) : text);
    }
    case 'day':
      return dayOf(declared, lower);
    default:
      return parsed(declared, text);
  }
}

/** A day that the calendar does not have is told how one is written, too. */
function dayOf(declared: RecordField, text: string): CellRead {
  const [, year = '', , month = '', day = ''] = DAY.exec(text) ?? [];
  const read = parsed(declared, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return 'code' in read && read.code === 'fault.format' ? { code: 'import.cell.day' } : read;
}

/** One below zero is told how small it may be. */
function amountOf(declared: RecordField, currency: Currency, text: string): CellRead {
  const inDecimals = (limit: number) => toDecimalText(limit, currency);
  const amount = parseAmount(text.replace(/^-/, ''), currency);
  if (amount.valid) return parsed(declared, text.startsWith('-') ? 0 - amount.minor : amount.minor, inDecimals);
  if (amount.because === 'too-large') return parsed(declared, Number.MAX_VALUE, inDecimals);
  const digits = digitsOf(currency);
  if (amount.because === 'malformed') return { code: 'fault.type-number' };
  return digits === 0 ? { code: 'fault.type-whole' } : { code: 'fault.decimals', params: { maximum: String(digits) } };
}

/** What the form says against it; limits in the unit of the cell. */
function parsed(declared: RecordField, value: unknown, inUnit: (limit: number) => string = String): CellRead {
  const result = declared.input.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data };
  // of a number that is too large for any field the last one names the limit of this one
  const fault = result.error.issues.flatMap((issue) => faultsOfIssue(issue, issue.path)).at(-1);
  const params = Object.entries(fault?.params ?? {}).map(([name, limit]) => [
    name,
    name === 'minimum' || name === 'maximum' ? inUnit(Number(limit)) : String(limit),
  ]);
  return { code: fault?.key ?? 'fault.format', params: Object.fromEntries(params) };
}

function choiceOf(declared: RecordField, words: readonly Word[], lower: string): CellRead {
  const code = words.find(({ written }) => written.includes(lower))?.value ?? lower;
  const value = declared.values?.find((one) => String(one).toLowerCase() === code.toLowerCase());
  if (value !== undefined) return { value };
  // a dictionary may have words that this field does not take
  const taken = (declared.values ?? []).map(String);
  const shown = taken.map((one) => words.find((word) => word.value === one)?.shown ?? one);
  return { code: 'fault.value', params: { values: shown.join(', ') } };
}

/** A code goes before a name that is written the same. */
function referenceOf({ none }: RecordField, words: readonly Word[], lower: string): CellRead {
  if (lower === none) return { value: null };
  const byCode = words.filter(({ code }) => code === lower);
  const found = byCode.length > 0 ? byCode : words.filter(({ written }) => written.includes(lower));
  if (found.length > 1) return { code: 'import.row.ambiguous' };
  return found[0] ? { value: found[0].value } : { code: 'record.reference-unknown' };
}
