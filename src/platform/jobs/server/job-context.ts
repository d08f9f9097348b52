import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { JobContext } from './define-job.ts';

/** What work in the background of one tenant may reach; the signal aborts it at its time limit. */
export function jobContext(services: Services, tenantId: string, signal: AbortSignal): JobContext {
  return {
    tenantId,
    services,
    signal,
    now: () => services.clock.now(),
    read: (work) => services.database.read(tenantId, work, 'background'),
    transaction: (work) => runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, work),
  };
}
