import * as z from 'zod';
import type { RecordFields } from '#platform/records/contract/fields.ts';

export type WorkValues = Readonly<Record<string, unknown>>;

export type ParameterReading =
  | { readonly valid: true; readonly values: WorkValues }
  /** The field, or '' for the whole text, and what is wrong with it. */
  | {
      readonly valid: false;
      readonly field: string;
      readonly code: string;
      readonly params?: Readonly<Record<string, string | number>>;
    };

/**
 * Reads the parameter of a job by the fields of its work (settled 33). An empty text has no values; fields that the work does not
 * know, and texts that are no JSON object, are refused.
 */
export function readParameters(fields: RecordFields, text: string): ParameterReading {
  let written: unknown;
  try {
    written = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { valid: false, field: '', code: 'scheduled-job.parameter-malformed' };
  }
  const schema = z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.required ? field.input : field.input.optional()]),
    ),
  );
  const read = schema.safeParse(written);
  if (read.success) {
    const empty = Object.entries(fields).map(([name, field]) => [name, read.data[name] ?? field.empty]);
    return { valid: true, values: Object.fromEntries(empty) };
  }
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? '');
  if (!issue || field === '') return { valid: false, field: '', code: 'scheduled-job.parameter-malformed' };
  const given = (written as WorkValues)[field];
  const isMissing =
    given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0);
  if (isMissing) return { valid: false, field, code: 'fault.required' };
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return { valid: false, field, code: 'fault.too-small', params: { minimum: Number(issue.minimum) } };
  if (issue.code === 'too_big' && issue.origin !== 'string')
    return { valid: false, field, code: 'fault.too-big', params: { maximum: Number(issue.maximum) } };
  return { valid: false, field, code: 'fault.format' };
}
