import { CallError, callAt } from '#platform/http/web/call.ts';
import type { PermissionAnswer } from '#platform/viewer/contract/permission.ts';
import { sessionCalls } from '#system/session/contract/calls.ts';
import type { sessionEndpoints } from '#system/session/contract/endpoints.ts';

/** Older servers write null for an empty list. */
type Answered = { readonly [Part in keyof PermissionAnswer]?: PermissionAnswer[Part] | null } | null;

const RETRY_AFTER_MS = 500;
/** How often, and how long at most, it waits for a server that says when to come again. */
const PATIENCE = { times: 5, seconds: 10 };

/**
 * Menu and rights of the user; the call is repeated once after 500 ms, and an empty menu is refused (platform.md 4 and 8). A
 * server with too much to do has not failed: who logged everybody out for that would only give it more to do.
 */
export async function askRights(): Promise<PermissionAnswer> {
  const ask = (): Promise<Answered> =>
    callAt<typeof sessionEndpoints.permissions>(sessionCalls.permissions, {}, { notices: 'none' });
  const answer = await patiently(ask).catch(async (error: unknown) => {
    // The session is over: asking again changes nothing.
    if (error instanceof CallError && error.status === 401) throw error;
    await pause(RETRY_AFTER_MS);
    return ask();
  });
  const menu = answer?.menu ?? [];
  if (menu.length === 0) throw new Error('getPermissionList: permissions must be a non-null array !');
  return { menu, auth: answer?.auth ?? [], allAuth: answer?.allAuth ?? [] };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let times = 0; ; times += 1) {
    try {
      return await ask();
    } catch (error) {
      const seconds = error instanceof CallError ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || times === PATIENCE.times) throw error;
      await pause(Math.min(seconds, PATIENCE.seconds) * 1_000);
    }
  }
}
