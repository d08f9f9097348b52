import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { Authenticated } from './authenticate.ts';

/** Client keys are 256 random bits in base64url behind a prefix that says what they are. */
export const STOREFRONT_KEY_PREFIX = 'sk_';
const KEY = /^sk_[A-Za-z0-9_-]{43}$/;

interface KeyRow {
  id: string;
  tenant_id: number;
  name: string;
  channel: 'app' | 'kiosk' | 'miniprogram';
  spot_id: string | null;
}

/**
 * The storefront client behind a bearer key: one tenant, one channel, for a kiosk one spot (product.md 3). A switched-off
 * key or tenant is refused by the next request. Undefined for anything else, a staff token included.
 */
export async function authenticateStorefront(
  services: Pick<Services, 'database'>,
  bearer: string | undefined,
): Promise<Authenticated | undefined> {
  if (bearer === undefined || !KEY.test(bearer)) return undefined;
  const [key] = await services.database.identityQuery<KeyRow>({
    name: 'find-storefront-key',
    text: `select k.id, k.tenant_id, k.name, k.channel, k.spot_id
             from storefront_key k join tenant t on t.tenant_id = k.tenant_id
            where k.key_digest = $1 and k.status = 1 and t.status = 1`,
    values: [sha256(bearer)],
  });
  if (!key) return undefined;
  const tenantId = String(key.tenant_id);
  const actor: Actor = {
    kind: 'storefront',
    id: key.id,
    username: '',
    name: key.name,
    isRoot: false,
    permissions: new Set(),
    spotIds: key.spot_id === null ? null : [key.spot_id],
    tenantIds: [tenantId],
    storefront: { keyId: key.id, channel: key.channel, spotId: key.spot_id },
  };
  return { actor, tenantId };
}
