/** What a page of the console acts as, from its start until it is loaded anew. */
export interface HeldSession {
  readonly token: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly orgCode: string;
}

/** What the storage that all browser tabs share says now; parts of it are missing between a logout and the next login. */
export type StoredSession = { readonly [Part in keyof HeldSession]: HeldSession[Part] | undefined };

/**
 * `same`: continue. `renewed`: the same person logged in anew for the same tenant, continue with the new token.
 * `department`: reload here. `other`: another person or tenant, begin at the home page. `gone`: to the login page.
 */
export type SessionShift = 'same' | 'renewed' | 'department' | 'other' | 'gone';

/**
 * What became of the session of an open page while other browser tabs logged in, out or elsewhere (platform.md 4). A page
 * that does not stay `same` or `renewed` makes no more calls: what it shows and what it would do belong to different people
 * or tenants.
 */
export function sessionShift(held: HeldSession, stored: StoredSession): SessionShift {
  if (stored.token === undefined) return 'gone';
  const differs = (part: 'userId' | 'tenantId' | 'orgCode'): boolean =>
    stored[part] !== undefined && stored[part] !== held[part];
  if (differs('userId') || differs('tenantId')) return 'other';
  // A login is under way: user and tenant are known in a moment.
  if (stored.token !== held.token && stored.tenantId === undefined) return 'other';
  if (differs('orgCode')) return 'department';
  return stored.token === held.token ? 'same' : 'renewed';
}
