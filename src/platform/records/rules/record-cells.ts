import type { RecordKind } from '../contract/define-records.ts';
import type { FieldKind, RecordField } from '../contract/fields.ts';

const NOT_IN_FILES: readonly FieldKind[] = ['rows', 'json', 'timeRange', 'weekdays', 'richText', 'picture', 'pictures'];
const NOT_FROM_TABLES: readonly FieldKind[] = [...NOT_IN_FILES, 'instant'];

/** Rates are kept in millionths and written in percent. */
export const MILLIONTHS_PER_PERCENT = 10_000;

type Named = readonly [name: string, field: RecordField];

/** Fields that a cell of a file can hold. */
export function exportedFields({ fields }: Pick<RecordKind, 'fields'>): readonly Named[] {
  return Object.entries(fields).filter(([, { kind }]) => !NOT_IN_FILES.includes(kind));
}

/** Fields that a cell of a table can say when it is brought along. */
export function importedFields({ fields }: Pick<RecordKind, 'fields'>): readonly Named[] {
  return Object.entries(fields).filter(
    // what an amount of another currency means is said by another cell
    ([, { kind, generated, currency }]) => !generated && !NOT_FROM_TABLES.includes(kind) && currency === undefined,
  );
}
