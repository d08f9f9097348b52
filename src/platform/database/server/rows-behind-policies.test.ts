import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyInstallation } from '#platform/testing/test-database.ts';
import { migrate } from './migrate.ts';

/** The tables of commit 4e0e3f0, the oldest that a new version starts on (`e2e/upgrade.test.ts`). */
const OF_THEN = '20261121-0712-session-self-named.sql';
const NEW = '20261214-1221-platform-rows-behind-policies.sql';

interface Installation {
  readonly url: string;
  readonly login: pg.Client;
}

/** With the tables of then, by a login that inherits the rights of its roles, as it does by itself, or only steps down to them. */
async function olderInstallation(inherits: boolean): Promise<Installation> {
  let url = await emptyInstallation();
  if (!inherits) {
    await migrate(url, undefined, () => false);
    const owner = await connected(url);
    const name = `bare_${randomUUID().slice(0, 8)}`;
    await owner.query(`create role ${name} login createdb noinherit password 'bare'`);
    await owner.query(`grant app, platform to ${name}`);
    await owner.end();
    const address = new URL(url);
    [address.username, address.password, address.pathname] = [name, 'bare', '/postgres'];
    const bare = await connected(address.href);
    await bare.query(`create database ${name} template template0`);
    await bare.end();
    address.pathname = `/${name}`;
    url = address.href;
  }
  await migrate(url, undefined, (name) => name <= OF_THEN);
  return { url, login: await connected(url) };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const spot = randomUUID();
const robot = randomUUID();
const clientKey = randomUUID();

const forceAll = (force: string): string => `do $$ declare one text; begin
  for one in select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute 'alter table ' || one || ' ${force} row level security';
  end loop; end $$`;

/** A tenant as a server of that version wrote it, put to sleep by the administrator. */
async function fill(login: pg.Client): Promise<void> {
  const insert = (table: string, row: Record<string, unknown>) =>
    login.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
  const tenant_id = 1_000;
  await login.query(`${forceAll('no force')}; alter table coffee_order disable trigger user`);
  await insert('tenant', { tenant_id, name: 'Nordic', time_zone: 'Europe/Oslo', currency: 'NOK', status: 0 });
  await insert('role', { tenant_id, id: randomUUID(), code: 'manager', name: 'Manager' });
  await insert('department', { tenant_id, id: randomUUID(), org_code: 'A01', name: 'Sales' });
  await insert('spot', { tenant_id, id: spot, name: 'Quay' });
  const imei = '860000000000001';
  await insert('robot', { tenant_id, id: robot, imei, name: 'R1', spot_id: spot, model: 'B2', firmware: '1.4' });
  const session = { tenant_id, imei, session: randomUUID(), ordinal: 1, first_seen_at: new Date('2026-11-20') };
  await insert('device_session', session);
  const audited = { tenant_id, id: randomUUID(), at: new Date(), actor_kind: 'staff', actor_id: randomUUID() };
  await insert('audit_row', { ...audited, actor_name: 'Kari', action: 'spot:add' });
  const at = new Date('2026-11-20T10:00:00Z');
  await insert('coffee_order', {
    ...{ tenant_id, order_no: '202611200000000001', spot_id: spot, robot_id: robot, robot_imei: imei, channel: 'app' },
    ...{
      paid_by: 'stripe',
      client_key_id: clientKey,
      customer_id: 'anna',
      status: 6,
      step: 5,
      currency: 'NOK',
      price: '{}',
    },
    ...{
      subtotal_minor: 4_500,
      total_minor: 4_500,
      payable_minor: 4_500,
      paid_minor: 4_500,
      goods_summary: 'Latte',
      cups: 1,
    },
    ...{ created_at: at, paid_at: at, changed_at: at },
  });
  await login.query(`alter table coffee_order enable trigger user; ${forceAll('force')}`);
}

/** What the version of now makes of it, seen as a backup sees it. */
async function seen({ login }: Installation) {
  await login.query("set app.backup = 'on'");
  const { rows } = await login.query(
    `select (select status || ' ' || wanted_status from tenant) as status, (select settings_at = created_at from tenant) as set_up,
            (select count(*)::int from audit_waiting where older) as audited,
            (select array_agg(role_name_zh) from role) as roles,
            (select array_agg(org_code) from department_code) as codes,
            (select array_agg(value order by value) from robot_version) as versions,
            (select count(*)::int from coffee_order o join customer c on c.id = o.customer_ref and c.user_id = 'anna') as bought,
            (select count(*)::int from order_day where summed <> changed) as days,
            (select count(*)::int from device_session where began_at = first_seen_at) as sessions`,
  );
  await login.query('reset app.backup');
  return rows[0];
}

const WHOLE = {
  ...{ status: '0 0', set_up: true, audited: 1, roles: ['经理'], codes: ['A01'] },
  ...{ versions: ['1.4', 'B2'], bought: 1, days: 1, sessions: 1 },
};

// a cluster wants a superuser, whom no row policy binds
test.runIf(!process.env['TEST_CITUS']).each([true, false])(
  'rows of an older version become those of this one, whether the login inherits the rights of its roles (%s) or not',
  async (inherits) => {
    const installation = await olderInstallation(inherits);
    try {
      await fill(installation.login);
      await migrate(installation.url);
      expect(await seen(installation)).toEqual(WHOLE);
      // what is there already stays as it is
      await installation.login.query('delete from schema_migration where name = $1', [NEW]);
      expect(await migrate(installation.url)).toEqual([NEW]);
      expect(await seen(installation)).toEqual(WHOLE);
    } finally {
      await installation.login.end();
    }
  },
);
