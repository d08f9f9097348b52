import * as z from 'zod';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { endsEarly } from '#platform/records/contract/periods.ts';
import type { Row } from './record-value.tsx';

/** What the reader fills in: a generated field is the server's. */
const formFields = (kind: RecordKind) => Object.entries(kind.fields).filter(([, { generated }]) => !generated);

/** What a form begins with: the record and its version, or what is usual. */
export function initialValues(kind: RecordKind, row: Row | undefined): Record<string, unknown> {
  const values = formFields(kind).map(([field, { empty, none, required }]) => {
    const value = row ? row[field] : empty;
    // nothing is an answer too where one is asked for
    const isAnswer = row !== undefined && required && value === null;
    return [field, !isAnswer && (value === null || value === none) ? undefined : value];
  });
  return { ...(row ? { id: row.id, version: row.version } : {}), ...Object.fromEntries(values) };
}

/** What a copy begins with: all that may be the same in two records. */
export function copyValues(kind: RecordKind, row: Row): Record<string, unknown> {
  const { id: _, version: __, ...values } = initialValues(kind, row);
  return Object.fromEntries(Object.entries(values).filter(([field]) => !kind.fields[field]?.unique));
}

/** A save leaves alone what is left out: what the reader emptied has to be said. */
export function emptied(kind: RecordKind): Record<string, unknown> {
  return Object.fromEntries(
    formFields(kind).flatMap(([field, { required, empty }]) => (required ? [] : [[field, empty] as const])),
  );
}

/** What is needed to add a record is needed while it is edited too, so that the form says so. */
export function formSchema(kind: RecordKind, row: Row | undefined) {
  const all = kind.endpoints.add.request as unknown as z.ZodObject;
  const kept = Object.entries(all.shape).filter(([name]) => !kind.askedOnce.includes(name));
  const schema = row ? z.strictObject({ ...Object.fromEntries(kept), id: z.string(), version: z.int() }) : all;
  return withPeriods(kind, schema as z.ZodType<Record<string, unknown>, Record<string, unknown>>);
}

/** An end that is too early is told beside it, also while something else is missing. */
function withPeriods<Schema extends z.ZodType<Record<string, unknown>>>(kind: RecordKind, schema: Schema): Schema {
  return formFields(kind).reduce(
    (checked, [name, field]) =>
      field.follows
        ? checked.refine((values) => !endsEarly(field, values[name], values), {
            ...{ path: [name], message: field.follows.fault, when: () => true },
          })
        : checked,
    schema,
  );
}
