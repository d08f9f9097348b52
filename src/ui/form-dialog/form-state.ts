import type * as z from 'zod';
import { valueAt } from './field-path.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** A fault as a text key with its facts, or a text that the server already translated. */
export type FieldFault =
  | { readonly key: string; readonly facts?: Readonly<Record<string, string | number>> }
  | { readonly text: string };

export type FieldFaults = Readonly<Record<string, FieldFault>>;

/** The first fault at each path. */
export function faultsOf(error: z.ZodError, values: FormValues): FieldFaults {
  const faults: Record<string, FieldFault> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    const input = valueAt(values, path);
    faults[path] ??= faultOf(issue, input === undefined || input === null || input === '');
  }
  return faults;
}

/** What is chosen is not filled in. */
export function choiceFault(fault: FieldFault): FieldFault {
  return 'key' in fault && fault.key === 'required' ? { ...fault, key: 'requiredChoice' } : fault;
}

const FAULTS_OF_ROWS: Readonly<Record<string, string>> = { tooFew: 'tooFewRows', tooMany: 'tooManyRows' };

/** Rows are added, not chosen. */
export function rowsFault(fault: FieldFault): FieldFault {
  return 'key' in fault ? { ...fault, key: FAULTS_OF_ROWS[fault.key] ?? fault.key } : fault;
}

/** A contract names what it wants as the server does, and its key here is the rest. */
const OWN_WORDS = 'fault.';

/** Zod speaks English only, so issues become keys of the kit's texts that say how to put it right. */
function faultOf(issue: z.core.$ZodIssue, isEmpty: boolean): FieldFault {
  switch (issue.code) {
    case 'invalid_type':
      if (isEmpty) return { key: 'required' };
      return { key: issue.expected === 'int' || issue.expected === 'number' ? issue.expected : 'invalid' };
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string')
        return minimum <= 1 ? { key: 'required' } : { key: 'tooShort', facts: { minimum } };
      if (issue.origin === 'array') return { key: 'tooFew', facts: { minimum } };
      return { key: issue.inclusive === false ? 'aboveOnly' : 'tooLow', facts: { minimum } };
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (issue.origin === 'string') return { key: 'tooLong', facts: { maximum } };
      if (issue.origin === 'array') return { key: 'tooMany', facts: { maximum } };
      return { key: 'tooHigh', facts: { maximum } };
    }
    case 'invalid_format':
      if (issue.message.startsWith(OWN_WORDS)) return { key: issue.message.slice(OWN_WORDS.length) };
      return { key: ['email', 'url', 'date', 'datetime'].includes(issue.format) ? issue.format : 'format' };
    case 'invalid_union':
    case 'invalid_value':
      return { key: isEmpty ? 'required' : 'choice' };
    case 'custom':
      // a contract names its fault as the server does
      return { key: issue.message.startsWith(OWN_WORDS) ? issue.message.slice(OWN_WORDS.length) : issue.message };
    default:
      return { key: 'invalid' };
  }
}

/** An empty text and a missing value are the same to a reader, also inside of rows; what is no number (yet) is no empty field. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return plain(a) === plain(b);
}

function plain(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner === '' || inner === null ? undefined : Number.isNaN(inner) ? 'NaN' : inner,
  );
}

/** Same values, so nothing is lost by closing. */
export function isSameForm(a: FormValues, b: FormValues): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSameValue(a[name], b[name]));
}

/**
 * What is sent. A field that is empty and was so before is left out: optional texts then pass, required ones say so. A text that
 * was emptied is sent as such and a choice that was taken back as null, or the old value would stay.
 */
export function sentValues(values: FormValues, base: FormValues, schema?: z.ZodType): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sentValue(value, base[name], innerSchema(schema, name))]),
  );
}

function sentValue(value: unknown, before: unknown, schema: z.ZodType | undefined): unknown {
  const wasEmpty = isSameValue(before, '');
  if (value === '') return wasEmpty ? undefined : '';
  if (value === undefined) return !wasEmpty && schema?.safeParse(null).success === true ? null : undefined;
  if (Array.isArray(value)) {
    const row = innerSchema(schema, '0');
    return value.map((one) => (isRecord(one) ? sentInRow(one, row) : one));
  }
  return isRecord(value) ? sentValues(value, isRecord(before) ? before : {}, schema) : value;
}

/** A list is replaced as a whole, so nothing of an earlier row can stay: what is empty is sent in the way that the schema takes. */
function sentInRow(value: unknown, schema: z.ZodType | undefined): unknown {
  if (value === '' || value === undefined || value === null) return emptyAs(value, schema);
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? sentInRow(one, innerSchema(schema, '0')) : one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, sentInRow(inner, innerSchema(schema, name))]),
  );
}

function emptyAs(value: '' | null | undefined, schema: z.ZodType | undefined): unknown {
  return [undefined, value ?? null, '', null].find((empty) => schema?.safeParse(empty).success);
}

function isRecord(value: unknown): value is FormValues {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** What zod says of a schema, as far as forms look into it. */
interface SchemaFacts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly valueType?: z.ZodType;
}

/** Through what makes a schema optional, and through preparations of its input. */
function factsOf(schema: z.ZodType): SchemaFacts {
  const facts = schema.def as unknown as SchemaFacts;
  const wrapped = facts.innerType ?? (facts.in?.def.type === 'transform' ? facts.out : facts.in);
  return wrapped ? factsOf(wrapped) : facts;
}

/** The schema of a field of an object, or of a row of a list. */
function innerSchema(schema: z.ZodType | undefined, part: string): z.ZodType | undefined {
  if (schema === undefined) return undefined;
  const { shape, element, valueType } = factsOf(schema);
  return shape?.[part] ?? element ?? valueType;
}

/** Does the schema refuse a form that leaves this field empty? Then its label says "(required)". */
export function isRequired(schema: z.ZodType, name: string): boolean {
  const field = name.split('.').reduce<z.ZodType | undefined>(innerSchema, schema);
  if (field === undefined) return false;
  const row = factsOf(field).element;
  const hasRows = row !== undefined && factsOf(row).shape !== undefined;
  return [undefined, '', ...(hasRows ? [[]] : [])].every((empty) => !field.safeParse(empty).success);
}
