import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { type AuditAct, auditValues } from './audit-values.ts';

type RequestedAct = Omit<AuditAct, 'result' | 'actorKind' | 'actorId' | 'actorName' | 'address' | 'requestId'>;

/** What a request did outside of its tenant's transaction, which would record it by itself. */
export async function recordAct(db: PlatformDb, context: RequestContext, act: RequestedAct): Promise<void> {
  const { actor, address, requestId } = context;
  await db
    .insertInto('audit_row')
    .values(
      auditValues(context.services.secrets, {
        ...{ ...act, result: 'done', address, requestId },
        ...{ actorKind: actor.kind, actorId: actor.id, actorName: actor.name },
      }),
    )
    .execute();
}
