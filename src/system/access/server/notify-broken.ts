import { subscribe } from '#platform/events/server/subscribe.ts';
import { invariantEvents } from '#platform/invariants/contract/events.ts';
import { notify } from '#system/notices/server/index.ts';
import { brokenInvariantNotice } from '../contract/notices.ts';

/** Notifies those who manage the tenant's users that work was stopped (security 19.5). */
export const notifyBroken = subscribe(
  invariantEvents.broken,
  'access.tell-broken',
  (tx, { invariant, object, requestId }) =>
    notify(tx, brokenInvariantNotice, {
      to: { permission: 'user:edit' },
      params: { object, requestId: requestId || '–' },
      key: `broken/${invariant}/${object}`,
    }),
);
