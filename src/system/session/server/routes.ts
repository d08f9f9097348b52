import { route } from '#platform/http/server/route.ts';
import { sessionEndpoints } from '../contract/endpoints.ts';
import { signInEndpoints } from '../contract/sign-in-endpoints.ts';
import { alterPassword, beginAlteration, repeatAlterationCode, verifyAlteration } from './alter-password.ts';
import { makeCaptcha } from './captcha/captcha.ts';
import { changePassword } from './change-password.ts';
import { chooseDepartment, readCurrentDepartments } from './choose-department.ts';
import { forceLogout } from './force-logout.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { phoneLogin, sendCode } from './phone-login.ts';
import { readCurrentTenants, readPermissions } from './read-permissions.ts';
import { register } from './register.ts';
import { sessionDeps } from './session-deps.ts';
import { stepUp } from './step-up.ts';

export const sessionRoutes = [
  route(sessionEndpoints.loginKey, (context) => sessionDeps(context.services).keys.issue(context)),
  route(sessionEndpoints.login, login),
  route(sessionEndpoints.logout, logout),
  route(sessionEndpoints.selectDepartment, chooseDepartment),
  route(sessionEndpoints.permissions, readPermissions),
  route(sessionEndpoints.currentDepartments, readCurrentDepartments),
  route(sessionEndpoints.currentTenants, readCurrentTenants),
  route(signInEndpoints.captcha, makeCaptcha),
  route(signInEndpoints.sendCode, sendCode),
  route(signInEndpoints.phoneLogin, phoneLogin),
  route(signInEndpoints.register, register),
  route(signInEndpoints.beginAlteration, beginAlteration),
  route(signInEndpoints.repeatAlterationCode, repeatAlterationCode),
  route(signInEndpoints.verifyAlteration, verifyAlteration),
  route(signInEndpoints.alterPassword, alterPassword),
  route(signInEndpoints.changePassword, changePassword),
  route(signInEndpoints.stepUp, stepUp),
  route(signInEndpoints.forceLogout, forceLogout),
];
