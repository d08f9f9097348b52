import { route } from '#platform/http/server/route.ts';
import { sessionEndpoints } from '../contract/endpoints.ts';
import { chooseDepartment, readCurrentDepartments } from './choose-department.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { readCurrentTenants, readPermissions } from './read-permissions.ts';
import { sessionParts } from './session-parts.ts';

export const sessionRoutes = [
  route(sessionEndpoints.loginKey, ({ services }) => sessionParts(services).keys.issue(services)),
  route(sessionEndpoints.login, login),
  route(sessionEndpoints.logout, logout),
  route(sessionEndpoints.selectDepartment, chooseDepartment),
  route(sessionEndpoints.permissions, readPermissions),
  route(sessionEndpoints.currentDepartments, readCurrentDepartments),
  route(sessionEndpoints.currentTenants, readCurrentTenants),
];
