import { guardCalls } from '#platform/http/web/page-guard.ts';
import { isLeaving, leavePage } from '#platform/routing/web/leave.ts';
import { loginAddress } from '../rules/login-address.ts';
import { type HeldSession, sessionShift } from '../rules/session-shift.ts';
import { leftPage } from './stored/left-page.ts';
import { concernsSession, dropPages, dropTab, loggedOutSince, storedSession } from './stored/session-storage.ts';

let held: (HeldSession & { since: number }) | undefined;

/**
 * From now on this page acts as the session that it was loaded with. Whatever another browser tab does to the shared
 * storage is followed at once, and no call leaves this page with half of one session and half of another.
 */
export function followSession(tenantId: string): void {
  const { token, userId, orgCode } = storedSession();
  if (token === undefined || userId === undefined) return;
  held = { token, userId, tenantId, orgCode: orgCode ?? '', since: Date.now() };
  guardCalls(stillOurs);
  addEventListener('storage', (event) => {
    if (concernsSession(event.key)) stillOurs();
  });
  // A page from the browser's back/forward cache received no events meanwhile.
  addEventListener('pageshow', (event) => {
    if (event.persisted) stillOurs();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') stillOurs();
  });
}

/** May this page go on? Otherwise it is left for where the session is now. */
function stillOurs(): boolean {
  if (isLeaving()) return false;
  if (held === undefined) return true;
  const stored = storedSession();
  switch (sessionShift(held, stored)) {
    case 'same':
      return true;
    case 'renewed':
      held = { ...held, token: stored.token ?? held.token };
      return true;
    case 'department':
      leavePage(location.pathname + location.search);
      return false;
    case 'other':
      dropPages();
      leavePage('/');
      return false;
    case 'gone':
      // Only what this browser tab keeps: the shared storage may already hold somebody's next login.
      if (loggedOutSince(held.since)) {
        dropTab();
        leavePage('/user/login');
      } else leavePage(loginAddress(leftPage()));
      return false;
  }
}
