import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { forceLogout } from '#system/session/server/index.ts';
import { ONLINE_LIST } from '../contract/addresses.ts';
import { type ForceLogoutManyRequest, onlineUserEndpoints } from '../contract/endpoints.ts';
import { findOnline } from './find-online.ts';

/** Each by itself: one that is over already, or nobody's whom the caller may log out, keeps none of the others. His own stays. */
async function forceLogoutMany(context: RequestContext, { tokens }: ForceLogoutManyRequest) {
  requireStepUp(context);
  const own = await context.identity((db) =>
    db
      .selectFrom('staff_session')
      .select('id')
      .where('token_digest', '=', context.actor.sessionDigest ?? Buffer.alloc(0))
      .executeTakeFirst(),
  );
  let ended = 0;
  for (const token of new Set(tokens)) {
    if (token === own?.id) continue;
    try {
      await forceLogout(context, { token });
      ended += 1;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'session.unknown-session') throw error;
    }
  }
  return { ended };
}

export const onlineUsers: ServerSlice = {
  name: 'online-users',
  about: 'Who is logged in, and how somebody is logged out.',
  menu: [
    {
      page: 'online-users/list',
      under: 'isystem',
      path: ONLINE_LIST,
      title: { namespace: 'online-users', key: 'title' },
      needs: 'online:view',
      icon: 'user',
      sort: 103,
    },
  ],
  routes: [route(onlineUserEndpoints.list, findOnline), route(onlineUserEndpoints.forceLogoutMany, forceLogoutMany)],
};
