import { isCleanText } from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { addDays, startOfDay } from '#platform/time/rules/local-day.ts';
import {
  type MatchType,
  MOST_CONDITIONS,
  type SuperField,
  type SuperFields,
  type SuperRule,
} from '../contract/super-query.ts';
import { RULES_OF_KIND, readRule } from './super-rules.ts';

type Scalar = string | number | boolean;

/** A condition whose field is declared and whose value has the field's type. */
export type Comparison = { readonly field: string } & (
  | { readonly kind: 'compare'; readonly rule: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; readonly value: Scalar }
  | { readonly kind: 'like'; readonly at: 'anywhere' | 'start' | 'end'; readonly text: string }
  | { readonly kind: 'in'; readonly values: readonly Scalar[] }
  /** Instants: `from` belongs to it, `before` does not; `outside` turns it round. */
  | { readonly kind: 'within'; readonly from?: Date; readonly before?: Date; readonly outside?: boolean }
);

export interface ParsedQuery {
  readonly match: MatchType;
  readonly comparisons: readonly Comparison[];
}

/** Where a query is malformed, in the words of the problem texts. */
export interface QueryFault {
  readonly path: string;
  readonly code:
    | 'fault.json'
    | 'fault.type-object'
    | 'fault.type-text'
    | 'fault.unknown-field'
    | 'fault.value'
    | 'fault.format'
    | 'fault.too-many';
  readonly params?: Readonly<Record<string, string | number>>;
}

export type ParseResult = { readonly query: ParsedQuery } | { readonly faults: readonly QueryFault[] };

const MOST_VALUES = 100;
const LONGEST_TEXT = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WHOLE = /^-?\d{1,15}$/;
/** Counts and settings are 32-bit columns; amounts are not. */
const LARGEST_NUMBER = 2 ** 31 - 1;
/** Years that every column of instants can hold, and every reader can read. */
const [FIRST_YEAR, LAST_YEAR] = [1, 9_999];
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads `superQueryParams` (system-api.md 1.5) against the fields that a list declares. Days and times on the clock are those
 * of `timeZone`. Conditions that lack a field, rule or value are skipped, as the older server did; a field that is not
 * declared, an operator that does not fit it and a value of another type are faults (security 6.4).
 */
export function parseSuperQuery(
  text: string,
  { fields, match, timeZone }: { fields: SuperFields; match: MatchType | undefined; timeZone: string },
): ParseResult {
  const entries = jsonOfText(text);
  if (!Array.isArray(entries)) return { faults: [{ path: 'superQueryParams', code: 'fault.json' }] };
  if (entries.length > MOST_CONDITIONS)
    return { faults: [{ path: 'superQueryParams', code: 'fault.too-many', params: { maximum: MOST_CONDITIONS } }] };
  const faults: QueryFault[] = [];
  const comparisons: Comparison[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, fields, timeZone);
    if (read === undefined) continue;
    if ('code' in read)
      faults.push({ ...read, path: ['superQueryParams', index, read.path].filter((part) => part !== '').join('.') });
    else comparisons.push(read);
  }
  return faults.length > 0 ? { faults } : { query: { match: match ?? 'and', comparisons } };
}

function readEntry(entry: unknown, fields: SuperFields, timeZone: string): Comparison | QueryFault | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { path: '', code: 'fault.type-object' };
  const { field, rule: ruleText, val } = entry as Record<string, unknown>;
  const written = Array.isArray(val) && !val.some(isNested) ? val.map(String).join(',') : val;
  if (isMissing(field) || isMissing(ruleText) || isMissing(written)) return undefined;
  const declared = typeof field === 'string' && Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (declared === undefined || typeof field !== 'string') return { path: 'field', code: 'fault.unknown-field' };
  const rule = typeof ruleText === 'string' ? readRule(ruleText) : undefined;
  const fitting = RULES_OF_KIND[declared.kind];
  if (rule === undefined || !fitting.includes(rule))
    return { path: 'rule', code: 'fault.value', params: { values: fitting.join(', ') } };
  if (typeof written === 'object') return { path: 'val', code: 'fault.type-text' };
  return comparison(field, declared, rule, String(written), timeZone) ?? { path: 'val', code: 'fault.format' };
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** One comparison of a field with written text; `undefined` where the text does not fit the field. */
export function comparison(
  field: string,
  declared: SuperField,
  rule: SuperRule,
  text: string,
  timeZone: string,
): Comparison | undefined {
  // written with an escape of JSON's, it has passed the look at the request
  if (!isCleanText(text)) return undefined;
  if (declared.kind === 'time') {
    const span = readSpan(text, timeZone);
    return span && { field, kind: 'within', ...within(rule, span) };
  }
  if (rule === 'like' || rule === 'left_like' || rule === 'right_like') {
    if (text.length > LONGEST_TEXT) return undefined;
    return { field, kind: 'like', at: rule === 'like' ? 'anywhere' : rule === 'left_like' ? 'end' : 'start', text };
  }
  if (rule === 'in') {
    const parts = text.split(',').map((part) => part.trim());
    const values = parts.filter((part) => part !== '').map((part) => readScalar(declared, part));
    const isReadable = values.length > 0 && values.length <= MOST_VALUES && !values.includes(undefined);
    return isReadable ? { field, kind: 'in', values: values as Scalar[] } : undefined;
  }
  const value = readScalar(declared, text);
  return value === undefined ? undefined : { field, kind: 'compare', rule, value };
}

/** Written text as a value of the field's type; `undefined` where it is none. */
export function readScalar(declared: SuperField, text: string): Scalar | undefined {
  switch (declared.kind) {
    case 'number':
      return WHOLE.test(text.trim()) && Math.abs(Number(text)) <= LARGEST_NUMBER ? Number(text) : undefined;
    case 'money':
      return WHOLE.test(text.trim()) ? Number(text) : undefined;
    case 'flag':
      if (['true', '1', 'Y', 'y'].includes(text)) return true;
      return ['false', '0', 'N', 'n'].includes(text) ? false : undefined;
    case 'choice':
      return declared.values.find((value) => String(value) === text);
    case 'record':
      return UUID.test(text) ? text.toLowerCase() : undefined;
    default:
      return text.length <= LONGEST_TEXT ? text : undefined;
  }
}

interface Span {
  readonly from: Date;
  readonly before: Date;
}

/** A day, a minute or second on the zone's clocks, or an instant: each is a span of time. */
function readSpan(text: string, timeZone: string): Span | undefined {
  try {
    const span = spanOf(text, timeZone);
    const year = span.from.getUTCFullYear();
    return year >= FIRST_YEAR && year <= LAST_YEAR ? span : undefined;
  } catch {
    return undefined;
  }
}

function spanOf(text: string, timeZone: string): Span {
  if (DAY.test(text)) return { from: startOfDay(text, timeZone), before: startOfDay(addDays(text, 1), timeZone) };
  const local = LOCAL_TIME.exec(text);
  if (local) {
    const [, day = '', minute = '', second] = local;
    const zoned = Temporal.PlainDateTime.from(`${day}T${minute}${second ?? ''}`).toZonedDateTime(timeZone);
    const from = new Date(zoned.epochMilliseconds);
    return { from, before: new Date(from.getTime() + (second === undefined ? 60_000 : 1_000)) };
  }
  const from = new Date(Temporal.Instant.from(text).epochMilliseconds);
  return { from, before: new Date(from.getTime() + 1) };
}

function within(rule: SuperRule, span: Span): { from?: Date; before?: Date; outside?: boolean } {
  switch (rule) {
    case 'gt':
      return { from: span.before };
    case 'ge':
      return { from: span.from };
    case 'lt':
      return { before: span.from };
    case 'le':
      return { before: span.before };
    case 'ne':
      return { ...span, outside: true };
    default:
      return span;
  }
}
