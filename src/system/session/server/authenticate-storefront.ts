import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Database } from '#platform/database/server/database.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { Authenticated } from './authenticate.ts';

/** Client keys are 256 random bits in base64url behind a prefix that says what they are. */
export const STOREFRONT_KEY_PREFIX = 'sk_';
const KEY = /^sk_[A-Za-z0-9_-]{43}$/;

interface KeyRow {
  client_id: string;
  tenant_id: number;
  name: string;
  channel: 'app' | 'kiosk' | 'miniprogram';
  spot_id: string | null;
  sandbox: boolean;
  rate_limit: number | null;
  last_used_at: Date | null;
}

/** What people read is right to the minute: a busy client writes no oftener. */
const USED_WORTH_WRITING_MS = 60_000;

/**
 * The storefront client behind a bearer key: one tenant, one channel, for a kiosk one spot (product.md 3). What is switched
 * off, revoked or over is refused by the next request. Undefined for anything else, a staff token included.
 */
export async function authenticateStorefront(
  services: Pick<Services, 'database' | 'clock' | 'servers'>,
  bearer: string | undefined,
): Promise<Authenticated | undefined> {
  if (bearer === undefined || !KEY.test(bearer)) return undefined;
  const now = services.clock.now();
  const [client] = await services.database.identityQuery<KeyRow>({
    name: 'find-storefront-client',
    text: `select c.id as client_id, c.tenant_id, c.name, c.channel, c.spot_id, c.sandbox, c.rate_limit, c.last_used_at
             from storefront_key k
             join storefront_client c on c.tenant_id = k.tenant_id and c.id = k.client_id
             join tenant t on t.tenant_id = k.tenant_id
            where k.key_digest = $1 and (k.expires_at is null or k.expires_at > $2) and c.status = 1 and t.status = 1`,
    values: [sha256(bearer), now],
  });
  if (!client) return undefined;
  const seconds = limitsOf(services)(client.client_id, client.rate_limit);
  if (seconds > 0) raise('request.too-many', { seconds }, { retryAfterSeconds: seconds });
  await recordUse(services.database, client, now);
  const tenantId = String(client.tenant_id);
  const actor: Actor = {
    kind: 'storefront',
    id: client.client_id,
    username: '',
    name: client.name,
    isRoot: false,
    permissions: new Set(),
    spotIds: client.spot_id === null ? null : [client.spot_id],
    tenantIds: [tenantId],
    storefront: {
      keyId: client.client_id,
      channel: client.channel,
      spotId: client.spot_id,
      isSandbox: client.sandbox,
    },
  };
  return { actor, tenantId };
}

async function recordUse(database: Database, client: KeyRow, now: Date): Promise<void> {
  const { last_used_at: before } = client;
  if (before !== null && now.getTime() - before.getTime() < USED_WORTH_WRITING_MS) return;
  const used = database.identityQuery({
    name: 'record-client-used',
    text: `update storefront_client set last_used_at = $3
            where tenant_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3)`,
    values: [client.tenant_id, client.client_id, now],
  });
  await used.catch((error: unknown) => {
    // where nothing can be written, customers read on (security 16.7)
    if (!(error instanceof Problem)) throw error;
  });
}

const kept = new WeakMap<Services['servers'], ReturnType<typeof clientLimits>>();

function limitsOf({ servers }: Pick<Services, 'servers'>): ReturnType<typeof clientLimits> {
  let found = kept.get(servers);
  if (!found) {
    found = clientLimits(() => servers.running);
    kept.set(servers, found);
  }
  return found;
}

/**
 * A bucket per client of as many calls as it may make in a minute, shared out among the servers that run (decision 142); its
 * owner may change that at any time.
 */
function clientLimits(sharers: () => number): (id: string, perMinute: number | null) => number {
  const byLimit = new Map<number, (id: string) => number>();
  return (id, perMinute) => {
    if (perMinute === null) return 0;
    let wait = byLimit.get(perMinute);
    if (!wait) {
      wait = rateLimiter({ perSecond: perMinute / 60, burst: perMinute }, undefined, sharers);
      byLimit.set(perMinute, wait);
    }
    return wait(id);
  };
}
