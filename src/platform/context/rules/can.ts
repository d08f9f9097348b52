/** What a rule needs to know of the caller; `Actor` of the request context fits. */
export interface Holder {
  readonly isRoot: boolean;
  readonly permissions: ReadonlySet<string>;
  /** The spots that the caller is restricted to; null means every spot of the tenant. */
  readonly spotIds: readonly string[] | null;
}

/** Default deny (security 5.2): the permission is held in the selected tenant, or the caller is root. `null` asks for no more than a login. */
export function can(holder: Pick<Holder, 'isRoot' | 'permissions'>, permission: string | null): boolean {
  return permission === null || holder.isRoot || holder.permissions.has(permission);
}

/** A restricted user sees his spots only; what belongs to no spot is not his either (security 5.3). */
export function canSeeSpot(holder: Pick<Holder, 'isRoot' | 'spotIds'>, spotId: string | null | undefined): boolean {
  if (holder.isRoot || holder.spotIds === null) return true;
  return spotId != null && holder.spotIds.includes(spotId);
}
