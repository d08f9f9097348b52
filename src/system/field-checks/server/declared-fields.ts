import { imeiField } from '#domains/devices/server/index.ts';
import { actionField, roleCodeField, userFields } from '#system/access/server/index.ts';
import { dictionaryCodeField } from '#system/dictionaries/server/index.ts';
import { positionCodeField } from '#system/positions/server/index.ts';
import type { UniqueField } from './unique-field.ts';

const DECLARED: readonly UniqueField[] = [
  ...userFields,
  roleCodeField,
  actionField,
  dictionaryCodeField,
  positionCodeField,
  imeiField,
];

const byName = new Map(DECLARED.map((unique) => [`${unique.table}.${unique.field}`, unique]));

export function findUniqueField(table: string, field: string): UniqueField | undefined {
  return byName.get(`${table}.${field}`);
}
