import { isDraftKey } from '#platform/drafts/rules/draft.ts';
import { clearDrafts } from '#platform/drafts/web/draft-store.ts';
import { dropCredentials, keepToken, storedTenantId, storedToken } from '#platform/http/web/credentials.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { readSession, sessionKeys, writeSession } from '#platform/storage/web/session-stored.ts';
import { readStored, removeStored, STORED_WEEK_MS, storedName, writeStored } from '#platform/storage/web/stored.ts';
import type { PermissionAnswer } from '#platform/viewer/contract/permission.ts';
import type { UserInfo } from '#platform/viewer/contract/user-info.ts';
import { KNOWN_ACTIONS_STORED_AS } from '#platform/viewer/web/right-name.ts';
import { DICTIONARIES_LANGUAGE_STORED_AS, DICTIONARIES_STORED_AS } from '#system/dictionaries/contract/stored-as.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { dropTexts } from '#ui/json-editor/edit-history.ts';
import type { StoredSession } from '../../rules/session-shift.ts';

// Local storage, in the form and for the times of system-api.md 6.8.
const USER_NAME = 'Login_Username';
const USER_INFO = 'Login_Userinfo';
const INCLUDED_ROUTES = 'CACHE_INCLUDED_ROUTES';
const POINTS_FLAG = 'POINTS_FLAG';
/** Older clients kept a fixed key here; ours is made for one login (security 2.3), so it is only ever removed. */
const ENCRYPTED_STRING = 'ENCRYPTED_STRING';
/** Tenant ids only, last used first; it outlives a logout, so that the picker can offer the last one. */
const RECENT_TENANTS = 'RECENT_TENANTS';
const RECENT_TENANTS_MAX = 8;
/** When somebody last logged out in this browser, epoch ms. */
const LAST_LOGOUT = 'LAST_LOGOUT';

// Session storage, raw JSON.
const USER_AUTH = 'LOGIN_USER_BUTTON_AUTH';
const OPENED_AT = 'OPENED_AT';
const LOGIN_NOTICE = 'LOGIN_NOTICE';

/** Spec 4: token, user and dictionaries live seven days in the browser. */
export function keepLogin(answer: LoginAnswer): void {
  // The user first: other browser tabs that see the token see whose it is.
  keepUser(answer.userInfo);
  writeStored(DICTIONARIES_STORED_AS, answer.sysAllDictItems, STORED_WEEK_MS);
  writeStored(DICTIONARIES_LANGUAGE_STORED_AS, currentLanguage(), STORED_WEEK_MS);
  keepToken(answer.token);
}

export function keepUser(user: UserInfo): void {
  writeStored(USER_NAME, user.username, STORED_WEEK_MS);
  writeStored(USER_INFO, user, STORED_WEEK_MS);
}

/** The button authorisations, and the components of the pages that are kept while other pages are shown. */
export function keepRights(answer: Pick<PermissionAnswer, 'auth' | 'allAuth'>, keptAlive: readonly string[]): void {
  writeSession(USER_AUTH, answer.auth);
  writeSession(KNOWN_ACTIONS_STORED_AS, answer.allAuth);
  writeStored(INCLUDED_ROUTES, keptAlive);
}

export function keepPointsFlag(isOn: boolean): void {
  writeStored(POINTS_FLAG, isOn);
}

export function storedUser(): UserInfo | undefined {
  return readStored<UserInfo>(USER_INFO);
}

/** What all browser tabs share of the session. */
export function storedSession(): StoredSession {
  const user = storedUser();
  return { token: storedToken(), userId: user?.id, tenantId: storedTenantId(), orgCode: user?.orgCode };
}

/** Does this `storage` event of another browser tab concern the session? Clearing all does. */
export function concernsSession(key: string | null): boolean {
  return key === null || ['Access-Token', USER_INFO, 'TENANT_ID'].map(storedName).includes(key);
}

export function recentTenantIds(): readonly string[] {
  const stored = readStored<unknown>(RECENT_TENANTS);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

export function rememberTenant(id: string): void {
  const others = recentTenantIds().filter((recent) => recent !== id);
  writeStored(RECENT_TENANTS, [id, ...others].slice(0, RECENT_TENANTS_MAX));
}

/**
 * Security 13.7: logout and 401 clear all that belongs to the session. Layout and language stay; what session storage
 * keeps per tenant and user (tabs, drafts) goes at a logout and stays after a 401, to be offered after the next login.
 */
export function clearLogin(why: 'logout' | 'expired'): void {
  // Before the token goes: the other browser tabs look for the reason when they see it gone.
  if (why === 'logout') writeStored(LAST_LOGOUT, Date.now(), STORED_WEEK_MS);
  dropCredentials();
  for (const key of [
    USER_NAME,
    USER_INFO,
    DICTIONARIES_STORED_AS,
    DICTIONARIES_LANGUAGE_STORED_AS,
    INCLUDED_ROUTES,
    POINTS_FLAG,
    ENCRYPTED_STRING,
  ])
    removeStored(key);
  dropTexts();
  if (why === 'logout') dropTab();
  else for (const key of [USER_AUTH, KNOWN_ACTIONS_STORED_AS]) writeSession(key, undefined);
}

/** What this browser tab alone keeps goes: tabs, opened records, drafts, authorisations. */
export function dropTab(): void {
  clearDrafts();
  try {
    sessionStorage.clear();
  } catch {
    // Session storage may be blocked; then nothing was kept in it.
  }
}

/** At a change of tenant or person: only drafts stay, which are offered to their owner alone. */
export function dropPages(): void {
  dropTexts();
  for (const key of sessionKeys()) if (key !== OPENED_AT && !isDraftKey(key)) writeSession(key, undefined);
}

export function loggedOutSince(time: number): boolean {
  return (readStored<number>(LAST_LOGOUT) ?? 0) > time;
}

/** A browser tab that slept through a logout (frozen, discarded, restored) clears what it kept when it wakes. */
export function clearIfLoggedOutMeanwhile(): void {
  const openedAt = readSession(OPENED_AT);
  if (typeof openedAt === 'number' && loggedOutSince(openedAt)) dropTab();
  if (typeof readSession(OPENED_AT) !== 'number') writeSession(OPENED_AT, Date.now());
}

/** What the login page says first, such as why the session ended. */
export function leaveLoginNotice(text: string): void {
  writeSession(LOGIN_NOTICE, text);
}

export function takeLoginNotice(): string | undefined {
  const text = readSession(LOGIN_NOTICE);
  writeSession(LOGIN_NOTICE, undefined);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
