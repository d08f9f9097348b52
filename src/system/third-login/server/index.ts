import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { thirdLoginEndpoints } from '../contract/endpoints.ts';
import { thirdLoginProblems } from '../contract/problems.ts';
import { getThirdLoginUser, validateCasLogin } from './begin-third-session.ts';
import { bindByPassword, bindByPhone, createByProvider, readUnbound } from './bind-account.ts';
import { browserRoutes } from './browser-journey.ts';
import { readOwnTies, untieOwn } from './own-ties.ts';
import { listProviders, renewProviderSecrets } from './provider-store.ts';

export { configureProvider, dropProvider } from './configure-provider.ts';
export { listProviders } from './provider-store.ts';

const sweepSteps = defineSchedule({
  name: 'third-login.sweep',
  expression: '0 17 * * * ?',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    await services.database.identity((db) =>
      db.deleteFrom('third_login_step').where('expires_at', '<=', now).execute(),
    );
  },
});

export const thirdLogin: ServerSlice = {
  name: 'third-login',
  about: 'Logging in with an account from elsewhere: OpenID Connect, enterprise chat apps, CAS.',
  routes: [
    route(thirdLoginEndpoints.providers, async ({ services, language }) => ({
      list: await listProviders(services, language),
    })),
    route(thirdLoginEndpoints.loginUser, getThirdLoginUser),
    route(thirdLoginEndpoints.unbound, readUnbound),
    route(thirdLoginEndpoints.checkPassword, bindByPassword),
    route(thirdLoginEndpoints.checkPasswordOlder, bindByPassword),
    route(thirdLoginEndpoints.bindPhone, bindByPhone),
    route(thirdLoginEndpoints.createAccount, createByProvider),
    route(thirdLoginEndpoints.createAccountOlder, createByProvider),
    route(thirdLoginEndpoints.validateCas, validateCasLogin),
    route(thirdLoginEndpoints.ownTies, readOwnTies),
    route(thirdLoginEndpoints.untie, untieOwn),
  ],
  rawRoutes: browserRoutes,
  problems: thirdLoginProblems,
  schedules: [sweepSteps],
  renewSecrets: renewProviderSecrets,
};
