import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sessionProblems } from '../contract/problems.ts';
import { sendCodeJob } from './codes/send-code.ts';
import { sessionRoutes } from './routes.ts';
import { sessionDeps } from './session-deps.ts';
import { sweepSessions } from './sweep-sessions.ts';

export { PRODUCT_NAME } from '../rules/product-name.ts';
export { addAccount } from './add-account.ts';
export { type Authenticated, authenticate, authenticateDigest } from './authenticate.ts';
export { authenticateStorefront, STOREFRONT_KEY_PREFIX } from './authenticate-storefront.ts';
export { beginSession } from './begin-session.ts';
export { findPerson } from './find-person.ts';
export { type IdentityAct, recordIdentityAct } from './identity-audit.ts';
export { findLoginUser, type LoginUser } from './login-profile.ts';
export { type ProvenAccount, proveAccount } from './prove-account.ts';
export { checkPassword, hashPassword, setPassword } from './set-password.ts';
export { whyEnded } from './why-ended.ts';

export const session: ServerSlice = {
  name: 'session',
  about: 'Logging in and out, menu and permissions, own departments and tenants, codes by phone, passwords.',
  routes: sessionRoutes,
  problems: sessionProblems,
  jobs: [sendCodeJob],
  schedules: [sweepSessions],
  start: async (services) => {
    const { keys } = sessionDeps(services);
    keys.warm();
    return async () => keys.stop();
  },
};
