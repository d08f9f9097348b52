import * as z from 'zod';
import type { RecordFields } from '#platform/records/contract/fields.ts';

export type WorkValues = Readonly<Record<string, unknown>>;

/** A field, or '' for the whole text, and what is wrong with it. */
export interface ParameterFault {
  readonly field: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type ParameterReading =
  | { readonly valid: true; readonly values: WorkValues }
  | { readonly valid: false; readonly faults: readonly ParameterFault[] };

/**
 * Reads the parameter of a job by the fields of its work (settled 33). An empty text has no values; fields that the work does not
 * know, and texts that are no JSON object, are refused.
 */
export function readParameters(fields: RecordFields, text: string): ParameterReading {
  let written: unknown;
  try {
    written = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { valid: false, faults: [MALFORMED] };
  }
  const schema = z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.required ? field.input : field.input.optional()]),
    ),
  );
  const read = schema.safeParse(written);
  if (read.success) {
    const values = Object.entries(fields).map(([name, field]) => [name, read.data[name] ?? field.empty]);
    return { valid: true, values: Object.fromEntries(values) };
  }
  const issues = read.error.issues.map((issue) => faultOf(issue, written));
  // one for each field
  return {
    valid: false,
    faults: issues.filter(({ field }, at) => issues.findIndex((one) => one.field === field) === at),
  };
}

const MALFORMED: ParameterFault = { field: '', code: 'scheduled-job.parameter-malformed' };

function faultOf(issue: z.core.$ZodIssue, written: unknown): ParameterFault {
  const field = String(issue.path[0] ?? '');
  if (field === '') return MALFORMED;
  const given = (written as WorkValues)[field];
  const isMissing =
    given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0);
  if (isMissing) return { field, code: 'fault.required' };
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return { field, code: 'fault.too-small', params: { minimum: Number(issue.minimum) } };
  if (issue.code === 'too_big' && issue.origin !== 'string')
    return { field, code: 'fault.too-big', params: { maximum: Number(issue.maximum) } };
  return { field, code: 'fault.format' };
}
