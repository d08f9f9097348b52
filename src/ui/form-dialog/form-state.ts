import type * as z from 'zod';

export type FormValues = Readonly<Record<string, unknown>>;

/** A fault as a text key with its facts, or a text that the server already translated. */
export type FieldFault =
  | { readonly key: string; readonly facts?: Readonly<Record<string, string | number>> }
  | { readonly text: string };

export type FieldFaults = Readonly<Record<string, FieldFault>>;

/** The first fault of each field; the path's beginning names the field, the rest a part of it. */
export function faultsOf(error: z.ZodError, values: FormValues): FieldFaults {
  const faults: Record<string, FieldFault> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    const input = issue.path.reduce<unknown>(
      (value, part) => (value as FormValues | undefined)?.[part as string],
      values,
    );
    faults[field] ??= faultOf(issue, input === undefined || input === null || input === '');
  }
  return faults;
}

/** What is chosen is not filled in. */
export function choiceFault(fault: FieldFault): FieldFault {
  return 'key' in fault && fault.key === 'required' ? { ...fault, key: 'requiredChoice' } : fault;
}

/** A contract names what it wants as the server does, and its key here is the rest. */
const OWN_WORDS = 'fault.';

/** Zod speaks English only, so issues become keys of the kit's texts that say how to put it right. */
function faultOf(issue: z.core.$ZodIssue, isEmpty: boolean): FieldFault {
  switch (issue.code) {
    case 'invalid_type':
      if (isEmpty) return { key: 'required' };
      return { key: issue.expected === 'int' || issue.expected === 'number' ? 'number' : 'invalid' };
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

/** An empty text and a missing value are the same to a reader; what is no number (yet) is no empty field. */
export function isSameValue(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown =>
    value === '' || value === undefined ? null : Number.isNaN(value) ? 'NaN' : value;
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
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
    Object.entries(values).map(([name, value]) => {
      const wasEmpty = isSameValue(base[name], '');
      if (value === '') return [name, wasEmpty ? undefined : ''];
      const isTakenBack = value === undefined && !wasEmpty && fieldOf(schema, name)?.safeParse(null).success === true;
      return [name, isTakenBack ? null : value];
    }),
  );
}

function fieldOf(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  return schema && 'shape' in schema ? (schema.shape as Record<string, z.ZodType | undefined>)[name] : undefined;
}

/** Does the schema refuse a form that leaves this field empty? Then its label says "(required)". */
export function isRequired(schema: z.ZodType, name: string): boolean {
  const field = fieldOf(schema, name);
  return field !== undefined && !field.safeParse(undefined).success && !field.safeParse('').success;
}
