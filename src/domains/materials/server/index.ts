import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { MATERIAL_LIST } from '../contract/addresses.ts';
import { materials } from '../contract/materials.ts';
import { materialProblems } from '../contract/problems.ts';
import { codeOf, mustStayTrue } from './material-hooks.ts';

const inUse = (table: string, what: string) =>
  ({ table, column: 'material_id', namespace: 'materials', key: `kind.inUse.${what}` }) as const;

const servedMaterials = serveRecords(materials, {
  // settled 79: only unused ones are deleted
  inUseBy: [inUse('recipe_line', 'recipes'), inUse('robot_material', 'robots')],
  beforeSave: mustStayTrue,
  generate: codeOf,
  computed: {
    beverageCount: sql`(select count(*)::integer from recipe_line as line
                         where line.tenant_id = ${THIS_TENANT} and line.material_id = record.id)`,
    robotCount: sql`(select count(*)::integer from robot_material as held
                      where held.tenant_id = ${THIS_TENANT} and held.material_id = record.id)`,
  },
  examples: {
    name: 'Oat milk',
    nameZh: '燕麦奶',
    materialType: 'Milk and cold brew',
    unit: 'ml',
    specs: '1 l carton',
    code: 'oat-milk',
    description: 'Keep below 6 °C',
  },
});

/** The kind with its rules, for who copies what a tenant sells. */
export const materialKind = servedMaterials.served;

export const materialSlice: ServerSlice = sliceOf(
  {
    name: 'materials',
    about: 'What drinks are made of and robots hold.',
    problems: materialProblems,
    menu: [{ page: 'materials/list', kind: materials, under: 'goods', path: MATERIAL_LIST, icon: 'table', sort: 57 }],
  },
  servedMaterials,
);
