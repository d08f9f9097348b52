import { subscribe } from '#platform/events/server/subscribe.ts';
import { requestEvents } from '#platform/http/contract/events.ts';
import { notify } from '#system/notices/server/index.ts';
import { deniedOftenNotice } from '../contract/notices.ts';

/** A role that lacks something, or somebody who tries doors: whoever edits people finds out which. */
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
