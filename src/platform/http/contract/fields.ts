import * as z from 'zod';
import { readChoice } from './choice.ts';

/**
 * Building blocks of every contract. The older client signs numbers as text and sends them so (product.md 3): a plain
 * decimal text is accepted wherever a number is declared.
 */
const PLAIN_DECIMAL = /^-?\d{1,16}(\.\d{1,10})?$/;
const textToNumber = (value: unknown): unknown =>
  typeof value === 'string' && PLAIN_DECIMAL.test(value) ? Number(value) : value;
const textToBoolean = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** An integer, as number or plain decimal text. */
export function IntField(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): z.ZodType<number, number> {
  return z.preprocess(textToNumber, z.int().min(min).max(max)) as unknown as z.ZodType<number, number>;
}

export function NumberField(min: number, max: number): z.ZodType<number, number> {
  return z.preprocess(textToNumber, z.number().min(min).max(max)) as unknown as z.ZodType<number, number>;
}

export const BooleanField = z.preprocess(textToBoolean, z.boolean()) as unknown as z.ZodType<boolean, boolean>;

/** An amount in minor units of a currency named beside it; 0 or more. */
export const Minor = IntField(0);
/** An amount above zero. */
export const PositiveMinor = IntField(1);
/** An amount that may be negative, such as a rounding adjustment. */
export const SignedMinor = IntField();
/** A rate or proportion in millionths: 15 % is 150000 (practice 1.1). */
export const Millionths = IntField(0, 1_000_000_000);

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what security 6.2 refuses
const NUL = /\u0000/;

/** No NUL and no lone surrogate: neither can be stored (security 6.2). */
export const isCleanText = (value: string): boolean => !NUL.test(value) && value.isWellFormed();

/** The first characters of a text, without half a pair at the end, which could not be stored. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '');

/** What nobody sees: it counts for nothing where a text must be there. */
const INVISIBLE = /\p{Cf}/gu;

/** What turns the direction of the letters behind it: a name would read as another one. Copied phone numbers have it around them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Free text: NFC, no NUL, no lone surrogates, nothing that turns its direction, an explicit maximum (security 6.2). */
export function Text(max: number, min = 0): z.ZodType<string, string> {
  const written = z
    .string()
    .max(max)
    .refine(isCleanText, { message: 'text.malformed' })
    .transform((value) => value.normalize('NFC').replace(TURNS, '').trim())
    .superRefine((value, context) => {
      if (value.replace(INVISIBLE, '').trim().length < min)
        context.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value });
    });
  // a minimum behind a change of the text is not seen in the schema
  return (min === 0 ? written : written.meta({ minLength: min })) as unknown as z.ZodType<string, string>;
}

/** A secret that must reach its check untouched: no trimming, no normalising (security 2.11). */
export function SecretText(max: number): z.ZodType<string, string> {
  return z.string().min(1).max(max).refine(isCleanText, { message: 'text.malformed' });
}

/** Ids are UUIDs or short words, always text. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** Tenant ids are text on the wire; a number is accepted in a request. */
export const TenantId = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string().regex(/^[1-9]\d{0,17}$/),
) as unknown as z.ZodType<string, string | number>;

/**
 * The database has no year 0 and no offset of 16 hours, and a year of five digits is written in another way: with a day left at
 * both ends, what is taken can be kept and answered in every zone.
 */
const [FIRST_DAY, LAST_DAY] = ['1900-01-02', '9998-12-30'];
const MOST_OFFSET_HOURS = 14;
const KEPT = { allOf: [{ pattern: '^(?!9999)(19|[2-9]\\d)' }] };
const DAYS = `${FIRST_DAY} to ${LAST_DAY}`;

/** What is no day at all is another fault. */
const isKeptDay = (day: string): boolean => !/^\d{4}-/.test(day) || (day >= FIRST_DAY && day <= LAST_DAY);

/** A time as a contract takes one, as far as it can be kept. */
export const keptTime = (time: z.ZodISODateTime): z.ZodISODateTime =>
  time.refine(isKeptTime, { message: 'fault.year' }).refine(hasKeptOffset, { message: 'fault.offset' });

function isKeptTime(text: string): boolean {
  const at = Date.parse(text);
  return Number.isNaN(at) || (at >= Date.parse(FIRST_DAY) && at <= Date.parse(`${LAST_DAY}T23:59:59.999Z`));
}

function hasKeptOffset(text: string): boolean {
  const [, hours = '0', minutes = '0'] = /T.*[+-](\d\d):(\d\d)$/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes) <= MOST_OFFSET_HOURS * 60;
}

/** ISO instant with zone, such as `2027-03-01T09:15:02.120Z`. */
export const Instant = keptTime(z.iso.datetime({ offset: true })).meta({
  ...KEPT,
  description: `${DAYS}, with an offset of at most ${MOST_OFFSET_HOURS} hours`,
});
/** Tenant-local calendar day, `yyyy-MM-dd`. */
export const LocalDate = z.iso
  .date()
  .refine(isKeptDay, { message: 'fault.year' })
  .meta({ ...KEPT, description: DAYS });
/** User name, client id and topic part of a device, hence none of `+ # / $` (security 10.1). */
export const Imei = z.string().regex(/^[A-Za-z0-9_-]{8,40}$/, 'fault.imei');

/** A file of an upload as it arrived; its name is the client's and a label only (security 11.2). */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file of an endpoint with `upload`: there, with a name that can be kept, and not empty. */
export const UploadedFile: z.ZodType<UploadedFile, UploadedFile> = z
  .custom<UploadedFile>(isUploadedFile, { message: 'fault.file' })
  .transform(({ name, bytes }) => ({ name: labelOf(name), bytes }))
  .meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<UploadedFile, UploadedFile>;

function isUploadedFile(value: unknown): boolean {
  const { bytes, name } = (value ?? {}) as Partial<UploadedFile>;
  return bytes instanceof Uint8Array && bytes.length > 0 && typeof name === 'string';
}

/** What a call answers whose success is a file (`answersFile`): its bytes, and the headers that name and confine it. */
export interface AnsweredFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export const AnsweredFile: z.ZodType<AnsweredFile, AnsweredFile> = z
  .custom<AnsweredFile>((value) => (value as Partial<AnsweredFile> | null)?.bytes instanceof Uint8Array)
  .meta({ type: 'string', format: 'binary' });

/** Of a path that an old client sends the last part, without what cannot be shown, at most 200 characters. */
function labelOf(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  return beginningOf(last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim(), 200) || 'file';
}

/**
 * When a record was made and changed, as older clients show it: the tenant's clock, `yyyy-MM-dd HH:mm:ss` (system-api.md 1.2);
 * null where it was never changed.
 */
export const olderTimes = { createTime: z.string(), updateTime: z.string().nullable() };

/** A code out of a closed set that travels as a number (`OrderStatus`), or as its text. */
export function CodeField<Codes extends Record<string, number>>(codes: Codes): z.ZodType<Codes[keyof Codes], number> {
  const values = Object.values(codes) as [number, ...number[]];
  const [only, ...others] = values.map((value) => z.literal(value)) as [
    z.ZodLiteral<number>,
    ...z.ZodLiteral<number>[],
  ];
  // a choice of one is no choice, and the document of the calls may not call it one
  return z.preprocess(textToNumber, others.length === 0 ? only : z.union([only, ...others])) as unknown as z.ZodType<
    Codes[keyof Codes],
    number
  >;
}

/**
 * Codes that a list is narrowed to, or all others: `3,5` or `!6`, as `readChoice` reads it; a single code may travel as the
 * number that it is. One that does not exist is refused, as `CodeField` does.
 */
export function ChoiceOf(codes: readonly (string | number)[]): z.ZodType<string, string | number> {
  const known = new Set(codes.map(String));
  const isKnown = (text: string): boolean => {
    const { values } = readChoice(text);
    return values.length > 0 && values.every((value) => known.has(value));
  };
  const schema = z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string()
      .max(200)
      .refine(isKnown, { message: 'fault.value', params: { values: codes.join(', ') } }),
  );
  return schema.meta({
    description: `Of ${codes.join(', ')}: one, several (\`a,b\`), or all but some (\`!a\`)`,
  }) as unknown as z.ZodType<string, string | number>;
}

const LONGEST_COLUMNS = 200;
const FIELD_NAMES = /^[A-Za-z][A-Za-z0-9]*(_dictText)?(,[A-Za-z][A-Za-z0-9]*(_dictText)?)*$/;
const NAMES_A_SECRET = /pass|secret|token|hash|salt|digest|credential/i;

/**
 * The field that a list is sorted by, as older clients write it (system-api.md 1.4): of a comma list the first one counts that
 * the list can be sorted by, `_dictText` means the field itself, `createTime` is our `createdAt`, and an unknown one is none
 * (7 no. 7). What is no name of a field, or names a secret, is malformed (security 6.4).
 */
export function SortColumn<Name extends string>(
  names: readonly [Name, ...Name[]],
): z.ZodOptional<z.ZodType<Name | undefined, Name | undefined>> {
  const isKnown = (name: string): boolean => (names as readonly string[]).includes(name);
  const ours = (written: string): string => {
    const name = written.replace(/_dictText$/, '');
    return name === 'createTime' && !isKnown(name) ? 'createdAt' : name;
  };
  const firstKnown = (value: unknown): unknown => {
    if (value === '') return undefined;
    if (typeof value !== 'string' || value.length > LONGEST_COLUMNS) return value;
    return FIELD_NAMES.test(value) && !NAMES_A_SECRET.test(value) ? value.split(',').map(ours).find(isKnown) : value;
  };
  const schema = z.preprocess(firstKnown, z.enum(names).optional());
  return (schema as unknown as z.ZodType<Name | undefined, Name | undefined>).optional();
}

/** What contains `asc` is ascending, all else descending: older clients write `ascend` and `descend`. */
const orderWord = (value: unknown): unknown => {
  if (typeof value !== 'string' || value.length > 20) return value;
  return value === '' ? undefined : /asc/i.test(value) ? 'asc' : 'desc';
};
type Order = 'asc' | 'desc';
const OrderField = z.preprocess(orderWord, z.enum(['asc', 'desc']).optional()) as unknown as z.ZodType<
  Order | undefined,
  Order | undefined
>;

const LARGEST_PAGE = 200;

/** Older clients ask for 99,999 rows where they want all names: they get the largest page there is, and `size` says so. */
export const CutPageSize = z
  .preprocess((value) => {
    const asked = textToNumber(value);
    return typeof asked === 'number' && asked > LARGEST_PAGE ? LARGEST_PAGE : asked;
  }, z.int().min(1))
  .meta({ description: `More than ${LARGEST_PAGE} are cut to ${LARGEST_PAGE}; \`size\` says so.` })
  .default(10) as unknown as z.ZodDefault<z.ZodType<number, number>>;

/** The paging and sorting fields that every list call takes (product.md 3, system-api.md 1.4). */
export const pageFields = {
  pageNo: IntField(1, 1_000_000).default(1),
  pageSize: IntField(1, LARGEST_PAGE).default(10),
  /** A list that can be sorted declares its `SortColumn`; elsewhere it means nothing. */
  column: z.string().max(LONGEST_COLUMNS).optional(),
  order: OrderField.optional(),
  field: z.string().max(2000).optional(),
};

/** A page of records, numbers on the wire. `totalIsEstimate` only where an exact count would be slow (product.md 3). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    records: z.array(row),
    current: z.int(),
    pages: z.int(),
    size: z.int(),
    total: z.int(),
    totalIsEstimate: z.boolean().optional(),
  });
}

/** The answer of a call that only does something. */
export const Done = z.null();
