import { CallError, callAt } from '#platform/http/web/call.ts';
import type { sessionEndpoints } from '../contract/endpoints.ts';
import type { PermissionAnswer } from '../contract/permission.ts';
import { sessionAddresses } from './session-addresses.ts';

/** Older servers write null for an empty list. */
type Answered = { readonly [Part in keyof PermissionAnswer]?: PermissionAnswer[Part] | null } | null;

const RETRY_AFTER_MS = 500;

/** Menu and rights of the user; the call is repeated once after 500 ms, and an empty menu is refused (platform.md 4 and 8). */
export async function askRights(): Promise<PermissionAnswer> {
  const ask = (): Promise<Answered> =>
    callAt<typeof sessionEndpoints.permissions>(sessionAddresses.permissions, {}, { notices: 'none' });
  const answer = await ask().catch(async (error: unknown) => {
    // The session is over: asking again changes nothing.
    if (error instanceof CallError && error.status === 401) throw error;
    await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
    return ask();
  });
  const menu = answer?.menu ?? [];
  if (menu.length === 0) throw new Error('getPermissionList: permissions must be a non-null array !');
  return { menu, auth: answer?.auth ?? [], allAuth: answer?.allAuth ?? [] };
}
