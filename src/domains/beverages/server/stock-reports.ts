import type pg from 'pg';
import { byTenant } from '#platform/database/rules/by-tenant.ts';

/** What one robot said of one material, as far as it is a change. Times are the device's own (`deviceTime`). */
export interface MaterialNews {
  readonly tenantId: string;
  readonly robotId: string;
  readonly code: string;
  readonly reported?: { readonly level: number; readonly at: Date } | undefined;
  /** The fault `material-empty`: when it was last raised, or that it is gone. */
  readonly empty?: { readonly since: Date } | 'cleared' | undefined;
}

/**
 * Keeps what robots measure and miss beside the book, of many robots at once: `afterReport`, `afterEmptyFault` and
 * `afterFaultCleared` of `rules/material-level.ts`. Materials that a robot has no container for are left out. Rows are locked
 * in one order, as everywhere in `stock.ts`, of one tenant after the other.
 */
export async function noteMaterials(client: pg.PoolClient, news: readonly MaterialNews[]): Promise<void> {
  if (news.length === 0) return;
  for (const [tenantId, own] of byTenant(news)) {
    const rows = own.map(({ robotId, code, reported, empty }) => ({
      robot_id: robotId,
      code,
      level: reported?.level,
      level_at: reported?.at,
      empty_at: empty === 'cleared' ? undefined : empty?.since,
      cleared: empty === 'cleared',
    }));
    await client.query({ name: 'stock-reports', text: NOTE, values: [tenantId, JSON.stringify(rows)] });
  }
}

// greatest() leaves nulls out: nothing said and nothing filled is older than everything
const NOTE = `
  with news as (
    select n.*, material.id as material_id
      from jsonb_to_recordset($2::jsonb) as n(robot_id uuid, code text, level integer, level_at timestamptz,
                                              empty_at timestamptz, cleared boolean)
      join material on material.tenant_id = $1 and material.code = n.code
  ), known as (
    select m.robot_id, m.material_id, news.level, news.level_at, news.empty_at, news.cleared,
           coalesce(news.level_at > coalesce(greatest(m.reported_at, m.filled_at), '-infinity'), false) as measured,
           coalesce(news.empty_at > coalesce(greatest(m.empty_since, m.filled_at), '-infinity'), false) as missed
      from robot_material m join news using (robot_id, material_id)
     where m.tenant_id = $1
     order by m.robot_id, m.material_id for update of m
  )
  update robot_material m
     set reported = case when known.measured then known.level else m.reported end,
         reported_at = case when known.measured then known.level_at else m.reported_at end,
         empty_since = case when known.missed then known.empty_at when known.cleared then null else m.empty_since end
    from known
   where m.tenant_id = $1 and m.robot_id = known.robot_id and m.material_id = known.material_id
     and (known.measured or known.missed or known.cleared and m.empty_since is not null)`;
