import * as z from 'zod';
import type { UploadKind } from '#platform/files/contract/upload-kinds.ts';
import {
  BooleanField,
  CodeField,
  Id,
  Instant,
  IntField,
  keptTime,
  LocalDate,
  NumberField,
  Text,
} from '#platform/http/contract/fields.ts';
import { RichText } from '#platform/rich-text/contract/rich-text.ts';
import type { SuperField } from '#platform/super-query/contract/super-query.ts';

export type FieldKind =
  | 'text'
  | 'longText'
  | 'phone'
  | 'email'
  | 'richText'
  | 'picture'
  | 'pictures'
  | 'colour'
  | 'choice'
  | 'flag'
  | 'integer'
  | 'decimal'
  | 'amount'
  | 'rate'
  | 'instant'
  | 'day'
  | 'timeOfDay'
  | 'timeRange'
  | 'weekdays'
  | 'reference'
  | 'references'
  | 'rows'
  | 'json';

/** The records that a reference points at, as far as names and searches need to know them. */
export interface RecordTarget {
  readonly name: string;
  readonly table: string;
  /** The column that people know a record by. */
  readonly label: string;
  /** The column of its Chinese name, if it has one. */
  readonly labelZh?: string;
  /** The column of a code that a table may name one by; its name alone by default. */
  readonly value?: string;
  /** The column by which audit rows name one that may go, in place of its id. */
  readonly keptBy?: string;
  /** The table dictionary that finds one: `supplier,name,id`. */
  readonly dictionary: string;
  /** Service spots: people know of those alone that they may see. */
  readonly isSpot?: true;
  /** People, whom the role of requests may not read; a kind that points at them says `ofPeople` in its serving too. */
  readonly ofPeople?: true;
}

/**
 * One field of a kind of record, said once: its form, column, filter, condition of the advanced query, cell of a file and
 * line of the history follow from it (design: records). `Value` is what a row holds, null included where it may be empty.
 */
export interface RecordField<Value = unknown, Needed extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly required: Needed;
  /** What is taken from a caller, where something is given. */
  readonly input: z.ZodType<Value>;
  /** What is answered. */
  readonly output: z.ZodType<Value>;
  /** What a row holds where nothing was given. */
  readonly empty: Value;
  /** No two records of a tenant have the same, whatever the case of its letters. */
  readonly unique: boolean;
  /** The fields whose values they share: unique among those alone, such as names below one parent. */
  readonly within?: readonly string[];
  /** The server gives it (`RecordServing.generate`); no form and no file does. */
  readonly generated?: true;
  /** Given when the record is made and never again; left empty, the server gives it. */
  readonly fixed?: true;
  /** The list's search box looks here. */
  readonly search: boolean;
  readonly sort: boolean;
  /** The list can be narrowed by it; by default choices, flags and references. A text by a part of it. */
  readonly filter: boolean;
  /** What an advanced query may ask; null for what cannot be compared. */
  readonly asked: SuperField | null;
  /** Most characters of a text, most rows of a list. */
  readonly max?: number;
  readonly values?: readonly (string | number)[];
  readonly dictionary?: string;
  readonly target?: RecordTarget;
  /** What stands on the wire where nothing is referred to, if not null. */
  readonly none?: string;
  /** Of a text: the column with the same in Chinese, which Chinese readers see where it is not empty. */
  readonly columnZh?: string;
  /** Of a list of records that the older contract writes as a text: a comma follows the last one too. */
  readonly endsWithComma?: true;
  readonly upload?: UploadKind;
  /** Of an amount: the field with its currency; the tenant's unless told. */
  readonly currency?: string;
  /** Stands behind the number: `%`, `min`. */
  readonly unit?: string;
  /** The fields of each row. */
  readonly of?: RecordFields;
  /** Of the end of a period: the field with its beginning, and the fault of an end that is not later. */
  readonly follows?: { readonly field: string; readonly fault: string; readonly orSame?: true };
}

// biome-ignore lint/suspicious/noExplicitAny: a declaration holds fields of every kind of value
export type RecordFields = Readonly<Record<string, RecordField<any>>>;

interface Options {
  readonly required?: boolean;
  readonly sort?: boolean;
}
interface TextOptions extends Options {
  readonly unique?: boolean | { readonly within: string | readonly string[] };
  readonly search?: boolean;
  readonly filter?: boolean;
  /** An ordinary filter of a system list finds a part of it. */
  readonly byPart?: true;
  /** Some readers see a part only (`RecordServing.masked`): a form may send that part back. */
  readonly masked?: boolean;
  /** Fewest characters, where something is given. */
  readonly min?: number;
  readonly fixed?: true;
  /** Of a list that nobody changes (`RecordField.columnZh`). */
  readonly columnZh?: string;
}
interface FilterOptions extends Options {
  readonly filter?: boolean;
}
interface ValueOptions extends FilterOptions {
  /** What a record has where nothing was said; then it is never null. */
  readonly empty?: string | number;
}
type Needs<O> = O extends { readonly required: true } ? true : false;
type Held<Value, O> = O extends { readonly required: true } | { readonly empty: string | number }
  ? Value
  : Value | null;

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;
const PHONE = /^\+?[0-9](?:[0-9 ()./-]{3,28})[0-9]$/;
const COLOUR = /^#[0-9a-f]{6}$/i;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Stands for what is hidden. */
export const MASK_SIGN = '•';

const plain = { unique: false, search: false, sort: false, filter: false } as const;

function textual<O extends TextOptions>(
  kind: FieldKind,
  max: number,
  options: O | undefined,
  form?: { readonly pattern: RegExp; readonly fault: string },
): RecordField<string, Needs<O>> {
  const required = (options?.required ?? false) as Needs<O>;
  const length = Text(max, required ? (options?.min ?? 1) : 0);
  const input = form
    ? (length.refine(
        (value) => value === '' || form.pattern.test(value) || (options?.masked && value.includes(MASK_SIGN)),
        {
          message: form.fault,
        },
      ) as typeof length)
    : length;
  const { unique = false, search = false, sort = false, filter = false } = options ?? {};
  return {
    ...plain,
    ...{ kind, required, input, output: z.string(), empty: '', search, sort, filter, max },
    ...(typeof unique === 'object' ? { unique: true, within: [unique.within].flat() } : { unique }),
    ...(options?.fixed ? { fixed: true } : {}),
    ...(options?.columnZh ? { columnZh: options.columnZh } : {}),
    asked: { kind: 'text', ...(options?.byPart ? { byPart: true } : {}) },
  };
}

/** The same field, of which a call may say more or other than it keeps: the schema makes one of the other. */
export const withInput = <F extends RecordField>(field: F, input: z.ZodType): F => ({
  ...field,
  input: input as F['input'],
});

/** A line of text of at most `max` characters. */
export const text = <const O extends TextOptions>(max: number, options?: O) => textual('text', max, options);
/** Text of several lines. */
export const longText = <const O extends TextOptions>(max: number, options?: O) => textual('longText', max, options);
export const phone = <const O extends TextOptions>(options?: O) =>
  textual('phone', 30, options, { pattern: PHONE, fault: 'fault.phone' });
export const email = <const O extends TextOptions>(options?: O) =>
  textual('email', 200, options, { pattern: EMAIL, fault: 'fault.email' });
/** `#rrggbb`. */
export const colour = <const O extends Options>(options?: O) =>
  textual('colour', 7, options, { pattern: COLOUR, fault: 'fault.format' });
/** A local time of the tenant, `HH:mm`. */
export const timeOfDay = <const O extends Options>(options?: O) =>
  textual('timeOfDay', 5, options, { pattern: TIME_OF_DAY, fault: 'fault.format' });
/** The path of a stored picture. */
export const picture = <const O extends Options>(upload: UploadKind, options?: O) => ({
  ...textual('picture', 300, options),
  asked: null,
  upload,
});
/** Paths of stored pictures in their order, at most `max`. */
export const pictures = (upload: UploadKind, max: number): RecordField<readonly string[], false> => ({
  ...plain,
  ...{ kind: 'pictures', required: false, upload, max, empty: [], asked: null },
  input: z.array(Text(300, 1)).max(max) as unknown as z.ZodType<readonly string[]>,
  output: z.array(z.string()),
});
export function richText<const O extends Options>(max: number, options?: O): RecordField<string, Needs<O>> {
  const required = (options?.required ?? false) as Needs<O>;
  const input = RichText(max) as unknown as z.ZodType<string>;
  return { ...plain, kind: 'richText', required, input, output: z.string(), empty: '', asked: null, max };
}

function held<Value, O extends ValueOptions>(
  kind: FieldKind,
  schema: { readonly input: z.ZodType<Value>; readonly output: z.ZodType<Value> },
  asked: SuperField | null,
  options: O | undefined,
): RecordField<Held<Value, O>, Needs<O>> {
  const required = (options?.required ?? false) as Needs<O>;
  const { sort = false, filter = false, empty = null } = options ?? {};
  const isThere = required || empty !== null;
  const orNull = <One>(one: z.ZodType<One>) => (isThere ? one : one.nullable()) as z.ZodType<Held<Value, O>>;
  return {
    ...plain,
    ...{ kind, required, sort, filter, asked },
    input: orNull(schema.input),
    output: orNull(schema.output),
    empty: empty as Held<Value, O>,
  };
}

/** One of a closed set of codes, texts or numbers, in the words of a dictionary. */
export function choice<const Value extends string | number, const O extends FilterOptions & { readonly empty?: Value }>(
  values: readonly [Value, ...Value[]],
  dictionary: string,
  options?: O,
): RecordField<Held<Value, O>, Needs<O>> {
  const isNumber = typeof values[0] === 'number';
  const input = isNumber
    ? CodeField(Object.fromEntries(values.map((value) => [String(value), value as number])))
    : z.enum(values as unknown as [string, ...string[]]);
  const output = z.literal(values as readonly [Value, ...Value[]]);
  const schema = { input: input as unknown as z.ZodType<Value>, output: output as unknown as z.ZodType<Value> };
  return {
    ...held('choice', schema, { kind: 'choice', values, dictionary }, { filter: true, ...options } as unknown as O),
    ...{ values, dictionary },
  };
}

/** Yes or no; `empty` is what a record has where nothing was said. */
export function flag(
  empty = false,
  { filter = true, sort = true }: Options & FilterOptions = {},
): RecordField<boolean, false> {
  const input = BooleanField;
  return {
    ...plain,
    ...{ kind: 'flag', required: false, input, output: z.boolean(), empty, filter, sort },
    asked: { kind: 'flag' },
  };
}

export const integer = <const O extends ValueOptions & { readonly unit?: string }>(
  min: number,
  max: number,
  options?: O,
) => ({
  ...held('integer', { input: IntField(min, max), output: z.int() }, { kind: 'number' }, options),
  ...(options?.unit === undefined ? {} : { unit: options.unit }),
});
/** A number with decimals, such as a degree of latitude; advanced queries compare whole numbers alone. */
export const decimal = <const O extends ValueOptions>(min: number, max: number, options?: O) =>
  held('decimal', { input: NumberField(min, max), output: z.number() }, null, options);
/** Minor units of the tenant's currency, or of the one that another field names. */
export const amount = <
  const O extends ValueOptions & { readonly min?: number; readonly max?: number; readonly currency?: string },
>(
  options?: O,
) => ({
  ...held('amount', { input: IntField(options?.min ?? 0, options?.max), output: z.int() }, { kind: 'money' }, options),
  ...(options?.currency === undefined ? {} : { currency: options.currency }),
});

/** 1,000 times as much. */
const HIGHEST_RATE = 1_000_000_000;
/** A field that must be answered, and whose answer may be that it has no value of its own. */
export const answered = <Value>(field: RecordField<Value>): RecordField<Value, true> => ({ ...field, required: true });

/** Millionths: 25 % is 250000. */
export const rate = <const O extends ValueOptions & { readonly max?: number }>(options?: O) =>
  held('rate', { input: IntField(0, options?.max ?? HIGHEST_RATE), output: z.int() }, { kind: 'number' }, options);
export const instant = <const O extends FilterOptions>(options?: O) =>
  held('instant', { input: Instant, output: Instant }, { kind: 'time' }, options);
/** The same where older clients write what the tenant's clock shows, `yyyy-MM-dd HH:mm:ss`; the server reads it there. */
export function olderInstant<const O extends FilterOptions>(options?: O) {
  const written = z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') : value),
    keptTime(z.iso.datetime({ offset: true, local: true })),
  ) as unknown as z.ZodType<string>;
  return held('instant', { input: written, output: Instant }, { kind: 'time' }, options);
}
/** A day of the tenant's calendar, `yyyy-MM-dd`. */
export const day = <const O extends FilterOptions>(options?: O) =>
  held('day', { input: LocalDate, output: LocalDate }, { kind: 'time' }, options);

/** From one time of day to another on the tenant's clock; one that ends no later than it begins ends on the next day. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

const ClockTime = z.string().regex(TIME_OF_DAY, 'fault.format');
export const timeRange = <const O extends Options>(options?: O) => {
  const range: z.ZodType<TimeRange> = z.strictObject({ from: ClockTime, to: ClockTime });
  return held('timeRange', { input: range, output: range }, null, options);
};

/** Days of the week as ISO 8601 counts them: Monday is 1, Sunday is 7. */
export function weekdays<const O extends Options>(options?: O): RecordField<readonly number[], Needs<O>> {
  const required = (options?.required ?? false) as Needs<O>;
  const days = z
    .array(IntField(1, 7))
    .min(required ? 1 : 0)
    .max(7)
    .refine((list) => new Set(list).size === list.length, { message: 'fault.format' });
  const input = days as unknown as z.ZodType<readonly number[]>;
  return { ...plain, ...{ kind: 'weekdays', required, input, output: z.array(z.int()), empty: [], asked: null } };
}

export interface ReferenceField<Value, Needed extends boolean> extends RecordField<Value, Needed> {
  readonly kind: 'reference';
}

interface ReferenceOptions extends FilterOptions {
  /** What older clients write where there is none: the parent of a root is `0`. */
  readonly none?: string;
}

/** The id of another record; rows carry its name beside it (`supplierId` and `supplierName`, `pid` and `pidName`). */
export function reference<const O extends ReferenceOptions>(
  target: RecordTarget,
  options?: O,
): ReferenceField<Held<string, O>, Needs<O>> {
  const asked: SuperField = { kind: 'record', dictionary: target.dictionary };
  const schema = { input: Id, output: z.string() };
  const field = held('reference', schema, asked, { filter: true, ...options } as unknown as O);
  const none = options?.none;
  if (none === undefined) return { ...field, kind: 'reference', target };
  const input = z.preprocess((value) => (value === none || value === '' ? null : value), field.input);
  return { ...field, kind: 'reference', target, none, input: input as unknown as typeof field.input };
}

/** Ids in a list, or in a text with commas as older clients write it. */
const idsOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').filter((id) => id !== '') : (value ?? []);

export interface ReferencesField<Needed extends boolean> extends RecordField<readonly string[], Needed> {
  readonly kind: 'references';
}

/** Ids of several other records, at most `max`; rows carry their names beside them (`roleIds` and `roleNames`). */
export function references<const O extends Options & { readonly endsWithComma?: true }>(
  target: RecordTarget,
  max: number,
  options?: O,
): ReferencesField<Needs<O>> {
  const required = (options?.required ?? false) as Needs<O>;
  const ids = z
    .array(Id)
    .min(required ? 1 : 0)
    .max(max)
    .transform((list) => [...new Set(list)]);
  const input = z.preprocess(idsOf, ids) as unknown as z.ZodType<readonly string[]>;
  return {
    ...plain,
    ...{ kind: 'references', required, input, output: z.array(z.string()), empty: [], asked: null, max, target },
    ...(options?.endsWithComma ? { endsWithComma: true } : {}),
  };
}

/** A field that the server fills in, as `RecordServing.generate` says. */
export const generated = <Value>(field: RecordField<Value>): RecordField<Value, false> => ({
  ...field,
  required: false,
  generated: true,
});

/** A list of values that have fields themselves; kept in one column. */
export function rows<const F extends RecordFields>(
  of: F,
  max: number,
  check?: (rows: readonly RowOf<F>[], context: z.RefinementCtx) => void,
): RecordField<readonly RowOf<F>[], false> {
  const shape = (side: 'input' | 'output') =>
    z.strictObject(
      Object.fromEntries(
        Object.entries(of).map(([name, field]) => [
          name,
          field.required || side === 'output' ? field[side] : field.input.default(field.empty),
        ]),
      ),
    );
  type List = z.ZodType<readonly RowOf<F>[]>;
  const list = z.array(shape('input')).max(max);
  const input = check ? list.superRefine((value, context) => check(value as RowOf<F>[], context)) : list;
  const output = z.array(shape('output')) as unknown as List;
  return {
    ...plain,
    ...{ kind: 'rows', required: false, input: input as unknown as List, output, empty: [], asked: null, max, of },
  };
}

/** A value whose form the kind knows; kept as JSON. */
export function json<Value>(schema: z.ZodType<Value>, empty: Value): RecordField<Value, false> {
  return { ...plain, kind: 'json', required: false, input: schema, output: schema, empty, asked: null };
}

export type ValueOf<F> = F extends RecordField<infer Value> ? Value : never;
export type RowOf<F extends RecordFields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };
