import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findEntries } from '#system/menu/server/index.ts';
import { notify } from '#system/notices/server/index.ts';
import { ACCESS_REQUESTS } from '../contract/addresses.ts';
import type { AskRequest } from '../contract/endpoints.ts';
import { accessAskedNotice } from '../contract/notices.ts';
import { hasAsked } from './explain-why.ts';

/** Those who give roles are told once while the request is open. */
export const requestKey = (id: string): string => `access-request/${id}`;

/** Asks for a right that exists and that the caller lacks; once while the answer is out. */
export async function askForAccess(context: RequestContext, { action, reason }: AskRequest): Promise<null> {
  const { actor } = context;
  if (can(actor, action)) raise('access-request.held');
  const rows = await context.identity((db) => findEntries(db));
  const right = rows.find((row) => row.action === action && row.status === 1 && !row.root_only);
  if (!right) raise('access-request.unknown-action');
  if (await hasAsked(context, action)) raise('access-request.asked');
  await context.transaction(async (tx) => {
    const id = newId();
    const times = { created_at: tx.now(), created_by: actor.name, updated_at: tx.now() };
    await tx.db
      .insertInto('access_request')
      .values({ id, user_id: actor.id, user_name: actor.name, action, reason, ...times })
      .execute();
    await tx.audit({
      action: 'access-request:ask',
      objectKind: 'access-request',
      objectId: id,
      after: { action, reason },
    });
    await notify(tx, accessAskedNotice, {
      to: { permission: 'role:assign' },
      params: { name: actor.name, right: right.title_en, rightZh: right.title_zh },
      path: ACCESS_REQUESTS,
      key: requestKey(id),
    });
    await tx.live({ kind: 'accessRequest', id, permission: 'role:assign' });
  });
  return null;
}
