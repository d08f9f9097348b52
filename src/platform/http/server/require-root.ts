import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** Refuses everybody but the administrator: what concerns all tenants is his, whatever a role grants (security 3.8). */
export function requireRoot({ actor }: Pick<RequestContext, 'actor'>): void {
  if (!actor.isRoot) raise('request.root-only');
}
