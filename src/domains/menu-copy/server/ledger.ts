import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { CopiedKind } from '../contract/copy-run.ts';
import { keyOf, type Ledger, type Mapped } from '../rules/copy-plan.ts';

export type MappedKind = CopiedKind | 'choice';

const TABLES = {
  menu: 'menu',
  group: 'option_group',
  choice: 'option_choice',
  material: 'material',
  beverage: 'beverage',
} as const satisfies Record<MappedKind, string>;

/** What was copied from that tenant and is still there, and what it may be matched with. */
export async function loadLedger(db: TenantDb, sourceTenantId: string): Promise<Ledger> {
  const mapped = new Map<string, Mapped>();
  for (const [kind, table] of Object.entries(TABLES)) {
    const rows = await db
      .selectFrom('copy_map')
      .select(['source_id', 'target_id', 'created', 'copied', 'target_version', 'touched'])
      .where('kind', '=', kind)
      .where('source_tenant_id', '=', Number(sourceTenantId))
      .where(
        sql<boolean>`exists (select from ${sql.table(table)} as there
                              where there.tenant_id = ${THIS_TENANT} and there.id = copy_map.target_id)`,
      )
      .execute();
    for (const row of rows)
      mapped.set(keyOf(kind, row.source_id), {
        targetId: row.target_id,
        created: row.created,
        copied: row.copied as Mapped['copied'],
        targetVersion: row.target_version,
        touched: row.touched,
      });
  }
  const materials = await db
    .selectFrom('material')
    .select(['id', 'name', 'material_type', 'unit', 'code'])
    .orderBy('id')
    .execute();
  return { mapped, materials: materials.map(({ material_type, ...one }) => ({ ...one, materialType: material_type })) };
}

export interface NewMapping {
  readonly kind: MappedKind;
  readonly sourceId: string;
  readonly targetId: string;
  readonly created: boolean;
  readonly copied: Readonly<Record<string, unknown>>;
  readonly targetVersion: number;
  readonly touched: boolean;
}

/** Says of which record this one is the copy from now on. */
export async function keepMapping(
  db: TenantDb,
  { runId, sourceTenantId }: { readonly runId: string; readonly sourceTenantId: string },
  mapping: NewMapping,
): Promise<void> {
  const kept = {
    target_id: mapping.targetId,
    run_id: runId,
    created: mapping.created,
    copied: JSON.stringify(mapping.copied),
    target_version: mapping.targetVersion,
    touched: mapping.touched,
  };
  await db
    .insertInto('copy_map')
    .values({ kind: mapping.kind, source_tenant_id: Number(sourceTenantId), source_id: mapping.sourceId, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'source_tenant_id', 'source_id']).doUpdateSet({
        target_id: sql.ref('excluded.target_id'),
        run_id: sql.ref('excluded.run_id'),
        created: sql.ref('excluded.created'),
        copied: sql.ref('excluded.copied'),
        target_version: sql.ref('excluded.target_version'),
        touched: sql.ref('excluded.touched'),
      }),
    )
    .execute();
}
