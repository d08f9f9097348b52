import { useSession } from '#platform/viewer/web/session-store.ts';
import { keepTenant } from '#platform/viewer/web/use-tenant.ts';
import { readKept } from './refill/kept.ts';

/** Without a network the phone begins with what it kept of a refill run; false where there is none. */
export async function startOffline(): Promise<boolean> {
  const kept = await readKept().catch(() => undefined);
  if (!kept?.tenant || kept.runs.length === 0) return false;
  keepTenant(kept.tenant);
  const permissions = new Set(kept.permissions);
  useSession.setState({
    ...{ user: kept.user, tenant: { id: kept.tenant.id, name: kept.tenant.name }, menu: [] },
    ...{ permissions, actions: permissions, disabledActions: new Set() },
  });
  return true;
}
