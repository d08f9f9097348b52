import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { contentOf, lastSeal, linkOf, REPLACED_JOIN, ROW_COLUMNS, type StoredAuditRow } from './chain-rows.ts';

const AT_ONCE = 500;
const SEAL_EVERY_MS = 1_000;

/** Gives the rows that wait their numbers; answers how many. What another server has in hand is left to it. */
export async function sealWaiting(services: Services): Promise<number> {
  const { rows: tenants } = await services.database.acrossTenants('tenants with audit rows to number', (db) =>
    sql<{ tenant_id: string }>`select distinct tenant_id from audit_waiting`.execute(db),
  );
  let sealed = 0;
  for (const { tenant_id } of tenants) {
    let done = AT_ONCE;
    while (done === AT_ONCE) {
      done = await services.database.acrossTenants('numbers and links of audit rows', (db) =>
        sealTenant(services, db, Number(tenant_id)),
      );
      sealed += done;
    }
  }
  return sealed;
}

interface WaitingRow extends StoredAuditRow {
  readonly row_id: string;
  readonly older: boolean;
}

async function sealTenant(services: Services, db: PlatformDb, tenantId: number): Promise<number> {
  await db
    .insertInto('audit_chain')
    .values({ tenant_id: tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // its row is the lease: one server at a time, and nobody waits
  const chain = await db
    .selectFrom('audit_chain')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!chain) return 0;
  const { rows } = await sql<WaitingRow>`
    select waiting.row_id, waiting.older, ${ROW_COLUMNS}
      from audit_waiting waiting left join audit_row record on record.tenant_id = waiting.tenant_id and record.id = waiting.row_id
           ${REPLACED_JOIN}
     where waiting.tenant_id = ${tenantId} order by waiting.row_id limit ${AT_ONCE}`.execute(db);
  if (rows.length === 0) return 0;
  const last = await lastSeal(db, tenantId);
  const seals = linked(services, tenantId, rows, last);
  await db.insertInto('audit_seal').values(seals).execute();
  await db
    .deleteFrom('audit_waiting')
    .where('tenant_id', '=', tenantId)
    .where(
      'row_id',
      'in',
      rows.map(({ row_id }) => row_id),
    )
    .execute();
  await db
    .updateTable('audit_chain')
    .set({ last_number: seals.at(-1)?.number ?? 0, sealed_at: services.clock.now() })
    .where('tenant_id', '=', tenantId)
    .execute();
  return rows.length;
}

function linked(
  { secrets }: Services,
  tenantId: number,
  rows: readonly WaitingRow[],
  last: { number: number; link: Buffer; adopted: boolean } | undefined,
) {
  let number = Number(last?.number ?? 0);
  let previous = last?.link.toString('hex') ?? '';
  let onlyAdopted = last?.adopted ?? true;
  return rows.map((row) => {
    number += 1;
    const adopted = onlyAdopted && row.older && row.mac === null;
    onlyAdopted = adopted;
    const content = contentOf(secrets, String(tenantId), row);
    previous = linkOf(secrets, String(tenantId), previous, { number, rowId: row.row_id, adopted }, content);
    return { tenant_id: tenantId, number, row_id: row.row_id, adopted, link: Buffer.from(previous, 'hex') };
  });
}

/** Seals about once a second, on every server. */
export async function startSealer(services: Services): Promise<() => Promise<void>> {
  let pass: Promise<void> | undefined;
  let failing = false;
  const timer = setInterval(() => {
    pass ??= sealWaiting(services)
      .then(() => {
        failing = false;
      })
      .catch((error) => {
        // rows wait, nothing is lost: one line says so
        if (!failing) services.log.warn({ err: error }, 'audit rows are not numbered');
        failing = true;
      })
      .finally(() => {
        pass = undefined;
      });
  }, SEAL_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await pass;
  };
}
