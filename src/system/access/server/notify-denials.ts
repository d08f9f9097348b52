import { subscribe } from '#platform/events/server/subscribe.ts';
import { requestEvents } from '#platform/http/contract/events.ts';
import { notify } from '#system/notices/server/index.ts';
import { deniedOftenNotice } from '../contract/notices.ts';

/** A role that lacks a permission, or a user who tries what is not allowed: those who edit users find out which. */
export const notifyDenials = subscribe(
  requestEvents.deniedOften,
  'access.tell-denials',
  (tx, { actorId, actorName, count }) =>
    notify(tx, deniedOftenNotice, {
      to: { permission: 'user:edit' },
      params: { name: actorName, count },
      key: `denied-often/${actorId}`,
    }),
);
