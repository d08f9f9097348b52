import type { RecordField, RecordFields } from './fields.ts';

/** An end before the beginning that it follows; where one of both is missing there is nothing to compare. */
export function endsEarly({ follows }: RecordField, end: unknown, values: object): boolean {
  const begin = follows && (values as Readonly<Record<string, unknown>>)[follows.field];
  if (typeof begin !== 'string' || typeof end !== 'string') return false;
  const [from, to] = [Date.parse(begin), Date.parse(end)];
  return to < from || (to === from && !follows?.orSame);
}

/** The periods of a record that end before they begin, each with the fault that its end declares. */
export function periodFaults(fields: RecordFields, values: object): { path: string; code: string }[] {
  return Object.entries(fields).flatMap(([path, field]) =>
    field.follows && endsEarly(field, (values as Readonly<Record<string, unknown>>)[path], values)
      ? [{ path, code: field.follows.fault }]
      : [],
  );
}
