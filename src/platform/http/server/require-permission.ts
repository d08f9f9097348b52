import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** For what only some requests of a call ask for; the permission of a call itself is part of its endpoint. */
export function requirePermission(actor: Pick<Actor, 'isRoot' | 'permissions'>, permission: string): void {
  if (!can(actor, permission)) raise('request.forbidden', { permission });
}
