import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { rightsOf } from './rights.ts';

interface PersonRow {
  id: string;
  username: string;
  realname: string;
  is_root: boolean;
  permission_version: number;
  tenant_ids: string[];
}

/** What a person may do in a tenant today, for work that was asked for earlier; nothing when he may not act there any more. */
export async function findPerson(
  services: Pick<Services, 'database' | 'clock'>,
  userId: string,
  tenantId: string,
): Promise<Actor | undefined> {
  const [person] = await services.database.identityQuery<PersonRow>({
    name: 'find-person',
    text: `select id, username, realname, is_root, permission_version, tenant_ids from staff_user
            where id = $1 and status = 1 and deleted_at is null`,
    values: [userId],
  });
  if (!person) return undefined;
  const rights = await rightsOf(services.database, {
    userId: person.id,
    isRoot: person.is_root,
    permissionVersion: person.permission_version,
    tenantId,
    tenantsToAsk: person.tenant_ids,
  });
  if (!rights.tenantIds.includes(tenantId)) return undefined;
  return {
    kind: 'staff',
    id: person.id,
    username: person.username,
    name: person.realname,
    isRoot: person.is_root,
    permissions: rights.permissions,
    spotIds: rights.spotIds,
    narrowing: rights.narrowing && { ...rights.narrowing, now: () => services.clock.now() },
    tenantIds: rights.tenantIds,
  };
}
