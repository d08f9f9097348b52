import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sessionEndpoints } from '../contract/endpoints.ts';
import { sessionProblems } from '../contract/problems.ts';
import { chooseDepartment, readCurrentDepartments } from './choose-department.ts';
import { forceLogout } from './force-logout.ts';
import { logout } from './logout.ts';
import { endOtherSessions, endOwnSession, readAccountActs, readOwnSessions } from './own-sessions.ts';
import { readCurrentTenants, readPermissionCodes, readPermissions } from './read-permissions.ts';

export { type Authenticated, authenticate, authenticateDigest } from './authenticate.ts';
export { authenticateStorefront, STOREFRONT_KEY_PREFIX } from './authenticate-storefront.ts';
export { beginSession } from './begin-session.ts';
export { endSessionsOf } from './end-sessions.ts';
export { findPerson } from './find-person.ts';
export { forceLogout } from './force-logout.ts';
export { type IdentityAct, recordIdentityAct } from './identity-audit.ts';
export { findLoginUser, getLoginUser, type LoginUser } from './login-profile.ts';
export { recordRefusedLogin } from './record-refused-login.ts';
export { recordStepUp } from './session-store.ts';
export { whyEnded } from './why-ended.ts';

export const session: ServerSlice = {
  name: 'session',
  about: 'Logging in and out, menu and permissions, own departments and tenants, codes by phone, passwords.',
  routes: [
    route(sessionEndpoints.logout, logout),
    route(sessionEndpoints.selectDepartment, chooseDepartment),
    route(sessionEndpoints.permissions, readPermissions),
    route(sessionEndpoints.permissionCodes, readPermissionCodes),
    route(sessionEndpoints.currentDepartments, readCurrentDepartments),
    route(sessionEndpoints.currentTenants, readCurrentTenants),
    route(sessionEndpoints.forceLogout, forceLogout),
    route(sessionEndpoints.ownSessions, readOwnSessions),
    route(sessionEndpoints.endOwnSession, endOwnSession),
    route(sessionEndpoints.endOtherSessions, endOtherSessions),
    route(sessionEndpoints.accountActs, readAccountActs),
  ],
  problems: sessionProblems,
};
