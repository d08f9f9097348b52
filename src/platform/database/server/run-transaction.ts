import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { AtEnd } from './database.ts';
import type { PoolName } from './pools.ts';
import { type AuditEntry, openTransaction, type Transaction } from './transaction.ts';

export interface TransactionRequest {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly pool?: PoolName;
  readonly address?: string;
  readonly requestId?: string;
  readonly onAudit?: (entry: AuditEntry) => void;
  /** An audit row that is written when the work writes none of its own (security 14.2: no change without its row). */
  readonly auditAs?: { action: string; objectKind: string; objectId?: string };
}

/** The one way to change a tenant's data: opens the transaction, runs the work, and wakes what waits for its commit. */
export async function runTransaction<T>(
  services: Services,
  request: TransactionRequest,
  work: (tx: Transaction, atEnd: AtEnd) => Promise<T>,
): Promise<T> {
  let wake = { jobs: new Set<string>(), events: false };
  let updates: readonly string[] = [];
  const result = await services.database.write(
    request.tenantId,
    async (db, client, atEnd) => {
      const opened = openTransaction({
        db,
        client,
        atEnd,
        tenantId: request.tenantId,
        actor: request.actor,
        now: () => services.clock.now(),
        publicUrl: services.config.publicUrl,
        jobs: services.jobs,
        secrets: services.secrets,
        onAudit: request.onAudit,
        address: request.address,
        requestId: request.requestId,
      });
      const answer = await work(opened.tx, atEnd);
      if (request.auditAs && opened.noted.auditRows === 0) await opened.tx.audit(request.auditAs);
      wake = { jobs: opened.noted.jobs, events: opened.noted.events };
      updates = opened.noted.updates;
      return answer;
    },
    request.pool,
  );
  services.jobs.afterCommit(wake);
  services.live.push(updates);
  return result;
}
