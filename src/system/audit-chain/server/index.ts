import { sql } from 'kysely';
import * as z from 'zod';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob, defineSchedule } from '#platform/jobs/server/define-job.ts';
import { AUDIT_CHAIN, type ChainState, chainEndpoints, SEES_CHAIN } from '../contract/endpoints.ts';
import { writeHeads } from './chain-heads.ts';
import { startSealer } from './seal-rows.ts';
import { chainTenants, verifyChain } from './verify-chain.ts';

export { writeHeads } from './chain-heads.ts';
export { type PersonalPart, REPLACED_JOIN, ROW_COLUMNS, replacePersonal, type StoredAuditRow } from './chain-rows.ts';
export { sealWaiting } from './seal-rows.ts';
export { chainTenants, type Verified, verifyChain } from './verify-chain.ts';

/** A chain of millions of rows is read in minutes. */
const checkChain = jobType('audit.verify', z.strictObject({ tenantId: z.int() }), 3_600);

async function readChains(context: RequestContext): Promise<ChainState[]> {
  requireRoot(context);
  interface Row {
    tenant_id: string;
    name: string;
    waiting: string;
    last_number: string | null;
    sealed_at: Date | null;
    headed_at: Date | null;
    checked_at: Date | null;
    checking_since: Date | null;
    checked_number: string | null;
    fault: ChainState['fault'] | null;
    fault_number: string | null;
    fault_row: string | null;
  }
  const { rows } = await context.services.database.acrossTenants('the state of all audit chains', (db) =>
    sql<Row>`
      select tenant.tenant_id, case when ${context.language} = 'zh-CN' and tenant.name_zh <> '' then tenant.name_zh else tenant.name end as name,
             (select count(*) from audit_waiting waiting where waiting.tenant_id = tenant.tenant_id) as waiting,
             chain.last_number, chain.sealed_at, chain.headed_at, chain.checked_at, chain.checking_since, chain.checked_number,
             chain.fault, chain.fault_number, chain.fault_row
        from tenant left join audit_chain chain on chain.tenant_id = tenant.tenant_id
       order by (coalesce(chain.fault, '') <> '') desc, tenant.tenant_id`.execute(db),
  );
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return rows.map((row) => ({
    ...{ tenantId: String(row.tenant_id), tenantName: row.name, rows: Number(row.last_number ?? 0) },
    ...{ waiting: Number(row.waiting), sealedAt: iso(row.sealed_at), headedAt: iso(row.headed_at) },
    checkedAt: iso(row.checked_at),
    checkedNumber: row.checking_since === null ? null : Number(row.checked_number ?? 0),
    ...{ fault: row.fault ?? '', faultNumber: row.fault_number === null ? null : Number(row.fault_number) },
    faultRow: row.fault_row ?? '',
  }));
}

async function startCheck(
  context: RequestContext,
  asked: { tenantId?: string | undefined },
): Promise<{ started: number }> {
  requireRoot(context);
  const all = await chainTenants(context.services);
  const tenants = asked.tenantId === undefined ? all : all.filter((id) => id === Number(asked.tenantId));
  await context.transaction(async (tx) => {
    for (const tenantId of tenants) await tx.enqueue(checkChain, { tenantId }, { key: `audit ${tenantId}` });
    await tx.audit({ action: 'audit-chain:verify', objectKind: 'audit-chain', objectId: asked.tenantId ?? '' });
  });
  return { started: tenants.length };
}

/** Every row of the audit trail has a number and a link that nobody without the key can make again (security 14.3). */
export const auditChain: ServerSlice = {
  name: 'audit-chain',
  about: 'Numbers and signatures of the audit trail, and checks that nobody changed it by hand.',
  permissions: { [SEES_CHAIN]: { namespace: 'audit-chain-words', key: 'permission.view' } },
  rootOnly: [SEES_CHAIN],
  menu: [
    {
      ...{ page: 'audit-chain/state', title: { namespace: 'audit-chain', key: 'title' }, needs: SEES_CHAIN },
      ...{ under: 'isystem', path: AUDIT_CHAIN, icon: 'link', sort: 100 },
    },
  ],
  routes: [route(chainEndpoints.list, readChains), route(chainEndpoints.verify, startCheck)],
  jobs: [
    defineJob(checkChain, async ({ services }, { tenantId }) => {
      await verifyChain(services, tenantId);
    }),
  ],
  schedules: [
    defineSchedule({
      name: 'audit.heads',
      expression: '0 7 * * * ?',
      missed: 'once',
      run: async (services) => void (await writeHeads(services)),
    }),
    defineSchedule({
      name: 'audit.verify',
      expression: '0 40 1 * * ?',
      missed: 'once',
      run: async (services) => {
        for (const tenantId of await chainTenants(services))
          await runTransaction(
            services,
            { tenantId: String(tenantId), actor: SYSTEM_ACTOR, pool: 'background' },
            (tx) => tx.enqueue(checkChain, { tenantId }, { key: `audit ${tenantId}` }),
          );
      },
    }),
  ],
  start: startSealer,
};
