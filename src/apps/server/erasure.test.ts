import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suppliers } from '#domains/hardware/contract/suppliers.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { chainTenants, sealWaiting, verifyChain, writeHeads } from '#system/audit-chain/server/index.ts';
import { positions } from '#system/positions/contract/positions.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { userAdminEndpoints } from '#system/users/contract/user-endpoints.ts';
import { users } from '#system/users/contract/users.ts';

const PASSWORD = 'Lys&Fjord-27';

let server: TestServer;
let owner: pg.Client;
let tenant: TestTenant;
let manager: Caller & { userId: string };
let avatar: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  tenant = await server.newTenant();
  manager = await steppedUp(await tenant.staff());
  avatar = await samplePicture({ server, staff: manager }, 'avatar');
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

async function steppedUp<Who extends { userId: string }>(who: Who): Promise<Who> {
  await owner.query('update staff_session set stepped_up_at = now() where user_id = $1', [who.userId]);
  return who;
}

let count = 0;
/** Values that nothing else holds. */
function aPerson() {
  count += 1;
  return {
    avatar,
    username: `solveig.aas${count}`,
    realname: `Solveig Åsgård ${count}`,
    workNo: `WN-77${count}4-xq`,
    phone: `+4791${String(827_364 + count)}`,
    email: `solveig${count}@fjordkaffe.example`,
    birthday: '1987-03-29',
    password: PASSWORD,
  };
}
const add = (person = aPerson()) => server.call(users.endpoints.add, person as never, manager);
const erase = (id: string, name: string, who: Caller = manager) =>
  server.call(userAdminEndpoints.erase, { id, name }, who);
const erased = (id: string) =>
  until(async () => {
    await server.runDue();
    const { rows } = await owner.query('select finished_at from person_erasure where user_id = $1', [id]);
    return rows[0]?.finished_at != null;
  });

/** Where a value stands, in any text or JSON column of the database. */
async function placesOf(values: readonly string[]): Promise<string[]> {
  const { rows: columns } = await owner.query(
    `select c.table_schema, c.table_name, c.column_name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
        and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') order by 1, 2, 3`,
  );
  expect(columns.length).toBeGreaterThan(400);
  const found: string[] = [];
  for (const { table_schema, table_name, column_name } of columns) {
    const { rows } = await owner.query(
      `select "${column_name}"::text as text from "${table_schema}"."${table_name}" where "${column_name}"::text ilike any ($1)`,
      [values.map((value) => `%${value}%`)],
    );
    for (const { text } of rows) found.push(`${table_name}.${column_name}: ${text}`);
  }
  return found;
}

async function chainsHold(): Promise<void> {
  await until(async () => {
    await sealWaiting(server.services);
    return (await owner.query('select from audit_waiting')).rows.length === 0;
  });
  for (const id of await chainTenants(server.services))
    expect((await verifyChain(server.services, id)).fault, `tenant ${id}`).toBeUndefined();
}

/** Rows that no page of this test makes, as other parts of the product write them. */
async function rowsOf({ id, username, realname, phone, email }: Awaited<ReturnType<typeof add>>) {
  const t = Number(tenant.id);
  const spot = newId();
  await owner.query('insert into spot (tenant_id, id, name, contacts) values ($1, $2, $3, $4)', [
    ...[t, spot, 'Quay', JSON.stringify([{ name: realname, phone }])],
  ]);
  await owner.query(
    `insert into message_delivery (tenant_id, id, channel, purpose, recipient, last_error, state, requested_at, changed_at)
     values ($1, $2, 'email', 'test', $3, $4, 'failed', now(), now())`,
    [t, newId(), email, `no mailbox of ${realname}`],
  );
  await owner.query(
    `insert into notice (tenant_id, id, kind, tone, user_id, params, path, key, at)
     values ($1, $2, 'test.one', 'info', $3, $4, '', '1', now()), ($1, $5, 'test.two', 'info', $6, $4, '', '2', now())`,
    [t, newId(), id, JSON.stringify({ by: realname }), newId(), manager.userId],
  );
  await owner.query(
    "insert into third_account (authority, subject, user_id, name, tied_at) values ('x', $1, $2, $3, now())",
    [...[`subject-of-${username}`, id, realname]],
  );
  await owner.query('insert into second_step (user_id, seed) values ($1, $2)', [...[id, Buffer.from('seed')]]);
  await owner.query('insert into login_familiar_place (user_id, place, last_success_at) values ($1, $2, now())', [
    ...[id, 'place-of-solveig'],
  ]);
  await owner.query(
    `insert into device_command (tenant_id, id, imei, cmd, state, requested_by, requested_by_name, issued_at, ttl_seconds, reason)
     values ($1, $2, '860000000000001', 'x', 'succeeded', $3, $4, now(), 1, $5)`,
    [t, newId(), id, realname, `${username} asked`],
  );
  const robot = newId();
  await owner.query(
    "insert into robot (tenant_id, id, imei, name, spot_id) values ($1, $2, '860000000000001', 'R', $3)",
    [...[t, robot, spot]],
  );
  await owner.query(
    `insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, channel, paid_by, status, currency, subtotal_minor,
       total_minor, payable_minor, paid_minor, refunded_minor, price, goods_summary, cups, created_at, changed_at)
     values ($1, 'E1', $2, $3, '860000000000001', 'app', 'card', 800, 'NOK', 4500, 4500, 4500, 4500, 1000, '{}', 'Latte', 1, now(), now())`,
    [t, spot, robot],
  );
  await owner.query(
    `insert into order_refund (tenant_id, id, order_no, origin, status, amount_minor, currency, is_full, requested_by, requested_by_name,
       requested_at, reason) values ($1, $2, 'E1', 'staff', 102, 1000, 'NOK', false, $3, $4, now(), $5)`,
    [t, newId(), id, realname, `promised by ${realname}`],
  );
  await owner.query(
    `insert into order_event (tenant_id, id, order_no, code, status, step, at, source, actor, detail)
     values ($1, $2, 'E1', 1, 800, 0, now(), 'staff', $3, $4)`,
    [t, newId(), realname, JSON.stringify({ by: realname, amountMinor: 1_000 })],
  );
}

describe('who did many things', () => {
  test('is named nowhere any more; sums stay, the chains hold, and a row that is changed by hand is still found', async () => {
    const given = aPerson();
    const person = await add(given);
    const staff = await tenant.staff('all', {});
    await owner.query(
      'insert into user_role (tenant_id, user_id, role_id) select tenant_id, $1, role_id from user_role where user_id = $2',
      [person.id, staff.userId],
    );
    await owner.query('select raise_permission_version($1)', [[person.id]]);
    await expect(
      server.call(signInEndpoints.login, { username: given.username, password: 'Wrong&Fjord-1' }),
    ).rejects.toThrow();
    const { token } = await server.call(signInEndpoints.login, { username: given.username, password: PASSWORD });
    const self: Caller = { token: token!, tenantId: tenant.id };
    const { id } = await server.call(
      positions.endpoints.add,
      { code: `P${count}`, name: 'Barista', postRank: 2 },
      self,
    );
    await server.call(positions.endpoints.edit, { id, name: `Barista of ${given.realname}` } as never, self);
    await server.call(
      suppliers.endpoints.add,
      { name: 'Beans', contact: given.realname, phone: given.phone, remark: `Ask ${given.email}` } as never,
      self,
    );
    // an earlier name and phone
    const later = { realname: `Solveig Tveit ${count}`, phone: '+4791999111' };
    await server.call(users.endpoints.edit, { id: person.id, ...later } as never, manager);
    await rowsOf({ ...person, ...given, ...later } as never);
    await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR, address: '192.0.2.7' }, (tx) =>
      tx.audit({
        ...{ action: 'order:note', objectKind: 'order', objectId: '1', reason: `Told ${later.realname} so` },
        ...{ before: { paidMinor: 4_500, by: given.username }, after: { paidMinor: 4_500.25, texts: [given.email] } },
      }),
    );
    await owner.query(
      `insert into export_job (tenant_id, id, kind, requested_by, request, columns, format, language, digest, created_at, progress_at)
       values ($1, $2, 'orders', $3, $4, '{}', 'csv', 'en-US', '\\x00', now(), now())`,
      [tenant.id, newId(), person.id, JSON.stringify({ keyword: given.realname })],
    );
    const other = await add();
    await chainsHold();
    await writeHeads(server.services);

    const values = [
      ...[given.username, given.realname, given.workNo, given.phone, given.phone.slice(1), given.email],
      ...[later.realname, later.phone, '1987-03-29', 'place-of-solveig'],
    ];
    await owner.query("update staff_user set birthday = '1991-01-01' where id = $1", [other.id]);
    const before = await placesOf(values);
    expect(before.length).toBeGreaterThan(20);
    const sums = () =>
      owner
        .query(
          `select (select count(*) from audit_row where action <> 'user:erase' and action not like 'session:%') as rows,
                  (select sum((before ->> 'paidMinor')::numeric) from audit_row where action = 'order:note') as before,
                  (select sum((after ->> 'paidMinor')::numeric) from audit_row where action = 'order:note') as after,
                  (select sum(amount_minor) from order_refund) as refunds, (select sum(paid_minor - refunded_minor) from coffee_order) as kept,
                  (select sum((detail ->> 'amountMinor')::numeric) from order_event) as steps,
                  (select count(*) from device_command) as commands, (select count(*) from message_delivery) as messages,
                  (select count(*) from login_log where act = 'login') as logins`,
        )
        .then(({ rows }) => rows[0]);
    const had = await sums();

    await expect(erase(person.id, 'Somebody')).rejects.toMatchObject({ problem: 'user.name-differs' });
    await erase(person.id, later.realname);
    expect((await server.send('GET', '/api/sys/user/getCurrentUserDeparts', undefined, self)).status).toBe(401);
    await expect(
      server.call(signInEndpoints.login, { username: given.username, password: PASSWORD }),
    ).rejects.toThrow();
    await erased(person.id);

    expect(await placesOf(values.filter((value) => value !== '1987-03-29'))).toEqual([]);
    expect(
      (await owner.query('select birthday, phone, email, sex from staff_user where id = $1', [person.id])).rows,
    ).toEqual([{ birthday: null, phone: null, email: null, sex: null }]);
    expect(await sums()).toMatchObject({ ...had, rows: expect.anything() });
    const { rows: trail } = await owner.query(
      "select actor_name, before, after, object_id from audit_row where action = 'user:erase' and object_id = $1",
      [person.id],
    );
    expect(trail).toEqual([{ actor_name: expect.any(String), before: null, after: null, object_id: person.id }]);
    const pseudonym = (await owner.query('select realname from staff_user where id = $1', [person.id])).rows[0]
      .realname;
    expect(pseudonym).toMatch(/^erased-[0-9a-f]{8}$/);
    const acts = await owner.query('select distinct actor_name, address from audit_row where actor_id = $1', [
      person.id,
    ]);
    expect(acts.rows).toEqual([{ actor_name: pseudonym, address: '' }]);
    expect((await server.call(users.endpoints.page, {}, manager)).records.map((row) => row.id)).not.toContain(
      person.id,
    );
    expect(await server.call(users.endpoints.one, { id: other.id }, manager)).toMatchObject({
      realname: other.realname,
    });

    await chainsHold();
    const { rows: changed } = await owner.query(
      'select tenant_id, row_id from audit_replaced where tenant_id = $1 limit 2',
      [tenant.id],
    );
    await owner.query("update audit_row set reason = 'another' where id = $1", [changed[0].row_id]);
    expect((await verifyChain(server.services, Number(tenant.id))).fault).toMatchObject({
      ...{ code: 'changed', rowId: changed[0].row_id },
    });
  }, 60_000);
});

describe('is refused', () => {
  test('without its own permission, without the password, for oneself and for somebody unknown', async () => {
    const person = await add();
    const clerk = await steppedUp(await tenant.staff(['user:view', 'user:edit', 'user:delete']));
    await expect(erase(person.id, person.realname, clerk)).rejects.toMatchObject({ problem: 'request.forbidden' });
    const hasty = await tenant.staff();
    await expect(erase(person.id, person.realname, hasty)).rejects.toMatchObject({
      problem: 'session.step-up-required',
    });
    await expect(erase(manager.userId, 'x')).rejects.toMatchObject({ problem: 'user.erases-himself' });
    await expect(erase(newId(), 'x')).rejects.toMatchObject({ problem: 'user.unknown' });
    const stranger = await steppedUp(await (await server.newTenant()).staff());
    await expect(erase(person.id, person.realname, stranger)).rejects.toMatchObject({ problem: 'user.unknown' });
  });

  test('for the administrator, for who may do more, and for who belongs to other tenants too', async () => {
    const root = await tenant.staff();
    await owner.query('update staff_user set is_root = true where id = $1', [root.userId]);
    await expect(erase(root.userId, 'x')).rejects.toMatchObject({ problem: 'user.administrator' });
    await owner.query('update staff_user set is_root = false where id = $1', [root.userId]);
    const weak = await steppedUp(await tenant.staff(['user:view', 'user:erase']));
    await expect(erase(manager.userId, 'x', weak)).rejects.toMatchObject({ problem: 'user.beyond-own-rights' });
    const person = await add();
    const other = await server.newTenant();
    await owner.query('insert into membership (tenant_id, user_id) values ($1, $2)', [other.id, person.id]);
    await expect(erase(person.id, person.realname)).rejects.toMatchObject({ problem: 'user.belongs-elsewhere' });
  });
});
