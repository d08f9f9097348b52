import type { OpenPages } from '#system/sign-in/web/index.ts';

const register = () => import('#system/sign-in/web/register/index.ts');
const alteration = () => import('#system/passwords/web/alteration/index.ts');
const invitation = () => import('#system/invitations/web/open/index.ts');
const choices = () => import('#domains/push/web/open/index.ts');
const thirdLogin = () => import('#system/third-login/web/index.ts');

/** Pages that need no login, beside the login page; each comes when its address is opened. */
export const openPages: OpenPages = {
  '/user/register': async () => ({ default: (await register()).RegisterPage }),
  '/user/register-result': async () => ({ default: (await register()).RegisterResultPage }),
  '/user/alteration': async () => ({ default: (await alteration()).AlterationPage }),
  '/user/invitation': async () => ({ default: (await invitation()).InvitationPage }),
  '/user/message-choices': async () => ({ default: (await choices()).ChoicesPage }),
  '/user/third-login': async () => ({ default: (await thirdLogin()).ThirdLoginPage }),
  '/oauth2-app/login': async () => ({ default: (await thirdLogin()).ChatLoginPage }),
};

/** Ways in through other services, below the form of the login page. */
export const otherWays: OpenPages[string] = async () => ({ default: (await thirdLogin()).ProviderButtons });

/** Where a link of a message leads, whoever is logged in in this browser: who works in one tenant is invited to another. */
export const isForAnybody = (pathname: string): boolean =>
  pathname === '/user/invitation' || pathname === '/user/message-choices';

/** The login page and those beside it; other addresses below `/user` are unknown paths. */
export function isBeforeLogin(pathname: string): boolean {
  return pathname === '/user' || pathname === '/user/login' || Object.hasOwn(openPages, pathname);
}
