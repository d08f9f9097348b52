import type { RecordKind } from '../contract/define-records.ts';
import type { FieldKind, RecordField } from '../contract/fields.ts';

const NOT_IN_FILES: readonly FieldKind[] = ['rows', 'json', 'richText', 'picture', 'pictures'];
const NOT_FROM_TABLES: readonly FieldKind[] = [...NOT_IN_FILES, 'instant', 'timeRange', 'weekdays'];

/** Rates are kept in millionths and written in percent. */
export const MILLIONTHS_PER_PERCENT = 10_000;

type Named = readonly [name: string, field: RecordField];

/** Fields that a cell of a file can hold. */
export function exportedFields({ fields }: Pick<RecordKind, 'fields'>): readonly Named[] {
  return Object.entries(fields).filter(([, { kind }]) => !NOT_IN_FILES.includes(kind));
}

/** Pictures that a record needs and no cell can hold: without them it waits, switched off (domain 5, settled 84). */
export function neededPictures({ fields }: Pick<RecordKind, 'fields'>): readonly string[] {
  return Object.entries(fields).flatMap(([name, { kind, required }]) => (kind === 'picture' && required ? [name] : []));
}

type Tree = Pick<RecordKind, 'fields' | 'parentField' | 'valueField'>;

/** The code of a tree whose codes the server gives: a file names by it where a record stands. */
export const treeCodeOf = ({ fields, parentField, valueField = '' }: Tree): string | undefined =>
  parentField !== undefined && fields[valueField]?.generated ? valueField : undefined;

/** Fields that a cell of a table can say when it is brought along. */
export function importedFields(kind: Tree): readonly Named[] {
  const code = treeCodeOf(kind);
  return Object.entries(kind.fields).filter(
    // what an amount of another currency means is said by another cell
    ([name, { kind: type, generated, currency }]) =>
      (!generated || name === code) && !NOT_FROM_TABLES.includes(type) && currency === undefined,
  );
}
