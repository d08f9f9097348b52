import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { againstHead, CHAIN_START, type ChainPlace, stepAlong } from '../rules/chain-link.ts';
import { endOf, ForgedHeads, type Heads, readHeads } from './chain-heads.ts';
import { contentOf, REPLACED_JOIN, ROW_COLUMNS, type StoredAuditRow, signLink } from './chain-rows.ts';
import { type FoundFault, reportFault } from './report-fault.ts';

const AT_ONCE = 1_000;
/** A chain that is older has a head. */
const HEADED_WITHIN_MS = 2 * 3_600_000;

export interface Verified {
  readonly tenantId: number;
  /** Rows that were looked at. */
  readonly rows: number;
  readonly fault: FoundFault | undefined;
}

interface SealedRow extends StoredAuditRow {
  readonly number: string | number;
  readonly row_id: string;
  readonly adopted: boolean;
  readonly link: Buffer;
}

export const chainTenants = (services: Services): Promise<number[]> =>
  services.database.acrossTenants('tenants with audit rows', async (db) => {
    const { rows } = await sql<{ tenant_id: string }>`
      select tenant_id from audit_chain union select distinct tenant_id from audit_waiting order by 1`.execute(db);
    return rows.map((row) => Number(row.tenant_id));
  });

/** Walks a tenant's chain from its first row and compares its end with the head; the result stands in `audit_chain`. */
export async function verifyChain(services: Services, tenantId: number): Promise<Verified> {
  await note(services, tenantId, { checking_since: services.clock.now(), checked_number: 0 });
  try {
    const walked = await walk(services, tenantId);
    const fault = walked.fault ?? (await tailFault(services, tenantId)) ?? (await unnumbered(services, tenantId));
    await note(services, tenantId, { checked_at: services.clock.now(), fault: '', fault_number: null, fault_row: '' });
    if (fault) await reportFault(services, tenantId, fault);
    return { tenantId, rows: walked.place.number, fault };
  } finally {
    await note(services, tenantId, { checking_since: null });
  }
}

const note = (
  services: Services,
  tenantId: number,
  change: {
    checking_since?: Date | null;
    checked_number?: number;
    checked_at?: Date;
    fault?: string;
    fault_number?: null;
    fault_row?: string;
  },
) =>
  services.database.acrossTenants('how far the check of an audit chain is', (db) =>
    db.updateTable('audit_chain').set(change).where('tenant_id', '=', tenantId).execute(),
  );

async function walk(
  services: Services,
  tenantId: number,
): Promise<{ place: ChainPlace; fault: FoundFault | undefined }> {
  const { secrets } = services;
  const sign = signLink(secrets);
  let place = CHAIN_START;
  for (;;) {
    const rows = await sealsBehind(services, tenantId, place.number);
    for (const row of rows) {
      const step = stepAlong(
        place,
        String(tenantId),
        {
          ...{ number: Number(row.number), rowId: row.row_id, adopted: row.adopted, link: row.link.toString('hex') },
          row: contentOf(secrets, String(tenantId), row),
        },
        sign,
      );
      if ('fault' in step) return { place, fault: step.fault };
      place = step.place;
    }
    await note(services, tenantId, { checked_number: place.number });
    if (rows.length < AT_ONCE) return { place, fault: undefined };
  }
}

const sealsBehind = (services: Services, tenantId: number, number: number): Promise<SealedRow[]> =>
  services.database.acrossTenants('a part of an audit chain', async (db) => {
    const { rows } = await sql<SealedRow>`
      select seal.number, seal.row_id, seal.adopted, seal.link, ${ROW_COLUMNS}
        from audit_seal seal left join audit_row record on record.tenant_id = seal.tenant_id and record.id = seal.row_id
             ${REPLACED_JOIN}
       where seal.tenant_id = ${tenantId} and seal.number > ${number} order by seal.number limit ${AT_ONCE}`.execute(
      db,
    );
    return rows;
  });

async function tailFault(services: Services, tenantId: number): Promise<FoundFault | undefined> {
  let heads: Heads;
  try {
    heads = await readHeads(services);
  } catch (error) {
    if (error instanceof ForgedHeads) return { code: 'bad-head', number: null, rowId: '' };
    throw error;
  }
  const head = heads.get(tenantId);
  const { last, linkAtHead } = await endOf(services, tenantId, head?.number);
  const fault = againstHead(head, { last: last.number, linkAtHead });
  if (fault) return { ...fault, rowId: '' };
  if (head || last.number === 0) return undefined;
  return (await shouldHaveHead(services, tenantId)) ? { code: 'no-head', number: last.number, rowId: '' } : undefined;
}

/** It had one, or was sealed long before the next one was due. */
const shouldHaveHead = (services: Services, tenantId: number): Promise<boolean> =>
  services.database.acrossTenants('an audit chain without a head', async (db) => {
    const before = new Date(services.clock.now().getTime() - HEADED_WITHIN_MS);
    const { rows } = await sql`
      select from audit_chain where tenant_id = ${tenantId} and (headed_at is not null or sealed_at < ${before})`.execute(
      db,
    );
    return rows.length > 0;
  });

/** A row that neither has a number nor waits for one was added with the trigger switched off. */
const unnumbered = (services: Services, tenantId: number): Promise<FoundFault | undefined> =>
  services.database.acrossTenants('audit rows without a number', async (db) => {
    const { rows } = await sql<{ id: string }>`
      select record.id from audit_row record where record.tenant_id = ${tenantId}
         and not exists (select from audit_seal seal where seal.tenant_id = ${tenantId} and seal.row_id = record.id)
         and not exists (select from audit_waiting waiting where waiting.tenant_id = ${tenantId} and waiting.row_id = record.id)
       order by record.id limit 1`.execute(db);
    return rows[0] && { code: 'unnumbered', number: null, rowId: rows[0].id };
  });
