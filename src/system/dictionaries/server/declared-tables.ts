import { spotDictionary } from '#domains/spots/server/index.ts';
import { roleDictionary, userDictionary } from '#system/access/server/index.ts';
import { departmentCodeDictionary, departmentDictionary } from '#system/departments/server/index.ts';
import { positionDictionary } from '#system/positions/server/index.ts';
import type { TableDictionary } from './table-dictionary.ts';

const DECLARED: readonly TableDictionary[] = [
  departmentDictionary,
  departmentCodeDictionary,
  userDictionary,
  roleDictionary,
  positionDictionary,
  spotDictionary,
];

const byName = new Map(DECLARED.map((dictionary) => [dictionary.name, dictionary]));

export function findTableDictionary(name: string): TableDictionary | undefined {
  return byName.get(name);
}
