import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { guardGiven } from '#system/users/server/index.ts';
import { tenantPhoneOf } from '#system/verification/server/index.ts';
import { INVITATION_LIST } from '../contract/addresses.ts';
import { invitationEndpoints } from '../contract/endpoints.ts';
import { invitations as kind } from '../contract/invitations.ts';
import { invitationProblems } from '../contract/problems.ts';
import { acceptInvitation, joinByInvitation, readInvitation } from './accept-invitation.ts';
import { sendInvitation } from './send-invitation.ts';

const ofMessage = (fact: RawBuilder<unknown>) =>
  sql`(select ${fact} from message_delivery as sent where sent.tenant_id = ${THIS_TENANT} and sent.id = record.delivery_id)`;

const served = serveRecords(kind, {
  computed: {
    state: sql`case when record.accepted_at is not null then 'accepted'
                    when record.expires_at < now() then 'expired' else 'open' end`,
    expiresAt: sql`record.expires_at`,
    acceptedBy: sql`coalesce(record.accepted_by, '')`,
    delivery: ofMessage(sql.ref('sent.state')),
    deliveryFault: ofMessage(sql`case when sent.state = 'failed' then sent.last_error end`),
  },
  beforeSave: async (tx, { draft: { roleIds, spotAccess, spotIds } }, context) => {
    // he would join and see nothing
    if (spotAccess === 'selected' && spotIds.length === 0)
      raise('request.malformed', {}, { faults: [{ path: 'spotIds', code: 'fault.required' }] });
    await guardGiven(context, tx, { roleIds, spotAccess, spotIds });
  },
  generate: async (tx, { draft }, { language }) =>
    draft.contact.includes('@')
      ? {}
      : { contact: await tenantPhoneOf(tx.db, draft.contact, { path: 'contact', language }) },
  afterSave: async (tx, { after }, context) => {
    if (context) await sendInvitation(context, tx, after);
  },
});

/** A fresh link for an invitation that is still open, or too old. */
async function sendAgain(context: RequestContext, { id }: { id: string }): Promise<null> {
  await context.transaction(async (tx) => {
    const stored = await lockRecord(served.served, tx, id);
    if (stored['state'] === 'accepted') raise('invitation.over');
    await sendInvitation(context, tx, { id, contact: String(stored['contact']) });
    await tx.audit({ action: 'invitation:send', objectKind: kind.name, objectId: id });
  });
  return null;
}

export { LIFE_MS as INVITATION_LIFE_MS } from './send-invitation.ts';

export const invitations: ServerSlice = sliceOf(
  {
    name: 'invitations',
    about: 'People who are asked to join a tenant, and how they accept.',
    problems: invitationProblems,
    menu: [
      {
        page: 'invitations/list',
        kind,
        under: 'isystem',
        path: INVITATION_LIST,
        icon: 'mail',
        hidden: true,
        sort: 94,
      },
    ],
    routes: [
      route(invitationEndpoints.read, readInvitation),
      route(invitationEndpoints.join, joinByInvitation),
      route(invitationEndpoints.accept, acceptInvitation),
      route(invitationEndpoints.sendAgain, sendAgain),
    ],
  },
  served,
);
