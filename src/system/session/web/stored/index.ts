// What the browser keeps of a session, for programs before the login as well.

export { leftPage } from './left-page.ts';
export {
  clearIfLoggedOutMeanwhile,
  clearLogin,
  dropPages,
  dropTab,
  keepLogin,
  keepPointsFlag,
  keepRights,
  keepUser,
  leaveLoginNotice,
  recentTenantIds,
  rememberTenant,
  storedUser,
  takeLoginNotice,
} from './session-storage.ts';
