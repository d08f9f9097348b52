import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { statOf } from './processes.ts';
import { ASKED_STATUS, ASKED_TENANT, FIRST_TENANT, type Shop } from './world.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function isLoaded(client: Client): Promise<boolean> {
  const { rows } = await client.query('select from tenant where tenant_id = $1', [ASKED_TENANT]);
  return rows.length > 0;
}

/** What an earlier run on the same data left unpaid would expire during this one, at its expense. */
export async function postponeExpiry(client: Client): Promise<void> {
  await client.query(
    `update coffee_order set expires_at = now() + interval '10 years' where expires_at < now() + interval '1 hour'`,
  );
}

/** A person of the tenant with a role that holds every permission, logged in. The catalogue is the product's own. */
export function logIn(client: Client, tenantId = ASKED_TENANT): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const userId = randomUUID();
  const roleId = randomUUID();
  const name = `bench-${userId}`;
  return client
    .query(
      `insert into staff_user (id, username, username_key, realname, work_no, password_hash)
         values ('${userId}', '${name}', '${name}', 'Bench', '${name}', 'none');
       insert into membership (tenant_id, user_id) values (${tenantId}, '${userId}');
       select raise_permission_version(array['${userId}'::uuid], ${tenantId});
       insert into role (tenant_id, id, role_code, role_name) values (${tenantId}, '${roleId}', '${name}', 'Bench');
       insert into user_role (tenant_id, user_id, role_id) values (${tenantId}, '${userId}', '${roleId}');
       insert into role_permission (tenant_id, role_id, permission_id) select ${tenantId}, '${roleId}', id from permission;
       insert into staff_session (token_digest, user_id, created_at, last_seen_at, expires_at, idle_seconds)
         values ('\\x${sha256(token).toString('hex')}', '${userId}', now(), now(), now() + interval '1 day', 86400);`,
    )
    .then(() => token);
}

/** One shop per tenant: a spot with robots that can make the beverage. */
export async function findShops(client: Client): Promise<Shop[]> {
  const { rows } = await client.query<Omit<Shop, 'key'>>(
    `select distinct on (r.tenant_id) r.tenant_id as "tenantId", r.spot_id as "spotId", r.id as "robotId", b.id as "goodsId"
       from robot r join beverage b on b.tenant_id = r.tenant_id and b.name = 'Beverage 6'
      where r.tenant_id >= $1 order by r.tenant_id, r.imei`,
    [FIRST_TENANT],
  );
  return rows.map((row) => ({
    ...row,
    tenantId: Number(row.tenantId),
    key: `sk_${`bench${row.tenantId}`.padEnd(43, '0')}`,
  }));
}

/** Order numbers to ask for, spread over all orders of the asked tenant. */
export async function sampleOrderNos(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ order_no: string }>(
    'select order_no from coffee_order where tenant_id = $1 and status = $2 order by md5(order_no) limit 5000',
    [ASKED_TENANT, ASKED_STATUS],
  );
  return rows.map((row) => row.order_no);
}

/** The process that all of PostgreSQL's processes come from. */
export async function findPostmaster(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  const parent = statOf(backend)?.parent;
  if (!parent) throw new Error('The benchmark needs /proc: it runs on Linux only');
  return parent;
}
