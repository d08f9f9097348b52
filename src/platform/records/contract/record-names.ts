import type { RecordField, RecordFields } from './fields.ts';

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const kebabCase = (name: string): string => snakeCase(name).replaceAll('_', '-');
/** `supplierId` → `supplierName`, `pid` → `pidName`. */
export const nameOfReference = (field: string): string => `${field.replace(/Id$/, '')}Name`;
/** `roleIds` → `roleNames`. */
export const namesOfReferences = (field: string): string => `${field.replace(/Ids?$/, '')}Names`;
export const entriesOf = (fields: RecordFields): [string, RecordField][] => Object.entries(fields);
/** What its history speaks of: its fields, and those of its other acts. */
export const fieldsWithActs = (kind: {
  readonly fields: RecordFields;
  readonly acts: Readonly<Record<string, RecordFields>>;
}): RecordFields => Object.assign({}, kind.fields, ...Object.values(kind.acts));
