import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sessionProblems } from '../contract/problems.ts';
import { sessionRoutes } from './routes.ts';
import { sessionParts } from './session-parts.ts';
import { sweepSessions } from './sweep-sessions.ts';

export { type Authenticated, authenticate, authenticateDigest } from './authenticate.ts';
export { authenticateStorefront, STOREFRONT_KEY_PREFIX } from './authenticate-storefront.ts';
export { checkPassword, hashPassword, PRODUCT_NAME, setPassword } from './set-password.ts';

export const session: ServerSlice = {
  name: 'session',
  routes: sessionRoutes,
  problems: sessionProblems,
  schedules: [sweepSessions],
  start: async (services) => {
    const { keys } = sessionParts(services);
    keys.warm();
    return async () => keys.stop();
  },
};
