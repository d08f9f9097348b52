import { forgetCredentials, keepToken } from '#platform/http/web/credentials.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { readStored, removeStored, STORED_WEEK_MS, writeStored } from '#platform/storage/web/stored.ts';
import { DICTIONARIES_LANGUAGE_STORED_AS, DICTIONARIES_STORED_AS } from '#system/dictionaries/contract/stored-as.ts';
import type { LoginAnswer } from '#system/session/contract/login.ts';
import type { UserInfo } from '#system/session/contract/user-info.ts';

const USER_NAME = 'Login_Username';
const USER_INFO = 'Login_Userinfo';
const INCLUDED_ROUTES = 'CACHE_INCLUDED_ROUTES';
/** Tenant ids only, last used first; it outlives a logout, so that the picker can offer the last one. */
const RECENT_TENANTS = 'RECENT_TENANTS';
const RECENT_TENANTS_MAX = 8;

/** Spec 4: token, user and dictionaries live seven days in the browser. */
export function keepLogin(answer: LoginAnswer): void {
  keepToken(answer.token);
  keepUser(answer.userInfo);
  writeStored(DICTIONARIES_STORED_AS, answer.sysAllDictItems, STORED_WEEK_MS);
  writeStored(DICTIONARIES_LANGUAGE_STORED_AS, currentLanguage(), STORED_WEEK_MS);
}

export function keepUser(user: UserInfo): void {
  writeStored(USER_NAME, user.username, STORED_WEEK_MS);
  writeStored(USER_INFO, user, STORED_WEEK_MS);
}

export function storedUser(): UserInfo | undefined {
  return readStored<UserInfo>(USER_INFO);
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
export function forgetLogin(why: 'logout' | 'expired'): void {
  forgetCredentials();
  for (const key of [USER_NAME, USER_INFO, DICTIONARIES_STORED_AS, DICTIONARIES_LANGUAGE_STORED_AS, INCLUDED_ROUTES])
    removeStored(key);
  try {
    if (why === 'logout') sessionStorage.clear();
    else for (const key of ['LOGIN_USER_BUTTON_AUTH', 'SYS_BUTTON_AUTH']) sessionStorage.removeItem(key);
  } catch {
    // Session storage may be blocked; then nothing was kept in it.
  }
}
