import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { invariantEvents } from '../contract/events.ts';
import { BrokenInvariant } from '../rules/must-hold.ts';

/** Repeated work meets the same contradiction again; the alert is repeated after a day. */
const WINDOW_MS = 24 * 3_600_000;

/**
 * Raises an alert for work that a broken invariant stopped (security 19.5); other errors are ignored here. The
 * failure itself goes its way: this neither answers for it nor hides it.
 */
export async function noteBroken(
  services: Services,
  error: unknown,
  where: { tenantId: string; work: string; address?: string; requestId?: string },
): Promise<void> {
  if (!(error instanceof BrokenInvariant)) return;
  const { invariant, facts } = error;
  const { tenantId, work } = where;
  const requestId = where.requestId ?? '';
  services.log.error({ invariant, facts, tenantId, work, requestId }, 'an invariant is broken');
  if (tenantId === '') return;
  const object = String(facts['object'] ?? '');
  try {
    const isFirst = await raiseAlertOnce(services, {
      kind: 'invariant.broken',
      tenantId,
      subject: `${invariant} ${object}`,
      windowMs: WINDOW_MS,
      address: where.address ?? '',
      detail: { ...facts, invariant, work, requestId },
    });
    if (!isFirst) return;
    await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR }, (tx) =>
      tx.publish(invariantEvents.broken, { invariant, object, requestId }),
    );
  } catch (failure) {
    services.log.error({ err: failure, invariant }, 'could not raise an alert');
  }
}
