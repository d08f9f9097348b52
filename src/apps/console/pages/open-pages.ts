import type { OpenPages } from '#system/session/web/index.ts';

const signIn = () => import('#system/session/web/sign-in/index.ts');
const thirdLogin = () => import('#system/third-login/web/index.ts');

/** Pages that nobody has to be logged in for, beside the login page; each comes when its address is opened. */
export const openPages: OpenPages = {
  '/user/register': async () => ({ default: (await signIn()).RegisterPage }),
  '/user/register-result': async () => ({ default: (await signIn()).RegisterResultPage }),
  '/user/alteration': async () => ({ default: (await signIn()).AlterationPage }),
  '/user/third-login': async () => ({ default: (await thirdLogin()).ThirdLoginPage }),
  '/oauth2-app/login': async () => ({ default: (await thirdLogin()).ChatLoginPage }),
};

/** Ways in through other services, below the form of the login page. */
export const otherWays: OpenPages[string] = async () => ({ default: (await thirdLogin()).ProviderButtons });

/** The login page and those beside it; other addresses below `/user` are unknown paths. */
export function isBeforeLogin(pathname: string): boolean {
  return pathname === '/user' || pathname === '/user/login' || Object.hasOwn(openPages, pathname);
}
