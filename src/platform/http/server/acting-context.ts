import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';

export interface ActingFor {
  readonly tenantId: string;
  /** With the rights that he has now. */
  readonly actor: Actor;
  readonly language: Language;
}

/** A use case in the background, in the name of a person who asked for many of them at once. */
export function actingContext(services: Services, { tenantId, actor, language }: ActingFor): RequestContext {
  return {
    requestId: '',
    language,
    address: '',
    userAgent: '',
    headers: {},
    token: undefined,
    tenantId,
    actor,
    services,
    now: () => services.clock.now(),
    read: (work) => services.database.read(tenantId, work, 'background'),
    transaction: (work) => runTransaction(services, { tenantId, actor, pool: 'background' }, (tx) => work(tx)),
    identity: (work) => services.database.identity(work),
  };
}
