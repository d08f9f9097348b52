import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { signInEndpoints } from '../contract/endpoints.ts';
import { signInProblems } from '../contract/problems.ts';
import { freshStrings, login, mobileLogin } from './login.ts';
import { loginKeysOf } from './login-keys.ts';
import { phoneLogin } from './phone-login.ts';
import { register } from './register.ts';
import { sweepSessions } from './sweep-sessions.ts';

export { addAccount } from './add-account.ts';
export { withProvenAccount } from './prove-account.ts';

export const signIn: ServerSlice = {
  name: 'sign-in',
  documentedWith: 'session',
  about: 'Ways in: account and password, a code by phone, a new account.',
  routes: [
    route(signInEndpoints.loginKey, (context) => loginKeysOf(context.services).issue(context)),
    route(signInEndpoints.encryptedString, async () => freshStrings()),
    route(signInEndpoints.login, login),
    route(signInEndpoints.mobileLogin, mobileLogin),
    route(signInEndpoints.phoneLogin, phoneLogin),
    route(signInEndpoints.register, register),
  ],
  problems: signInProblems,
  schedules: [sweepSessions],
  start: async (services) => {
    const keys = loginKeysOf(services);
    keys.warm();
    return async () => keys.stop();
  },
};
