import * as z from 'zod';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { Row } from './record-value.tsx';

/** What a form begins with: the record and its version, or what is usual. */
export function initialValues(kind: RecordKind, row: Row | undefined): Record<string, unknown> {
  const values = Object.entries(kind.fields).map(([field, { empty }]) => [
    field,
    (row ? row[field] : empty) ?? undefined,
  ]);
  return { ...(row ? { id: row.id, version: row.version } : {}), ...Object.fromEntries(values) };
}

/** What is needed to add a record is needed while it is edited too, so that the form says so. */
export function formSchema(kind: RecordKind, row: Row | undefined) {
  const all = kind.endpoints.add.request as unknown as z.ZodObject;
  const schema = row ? all.extend({ id: z.string(), version: z.int() }) : all;
  return schema as z.ZodType<Record<string, unknown>, Record<string, unknown>>;
}
