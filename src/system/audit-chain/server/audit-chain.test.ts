import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { chainEndpoints } from '../contract/endpoints.ts';
import { readHeads, writeHeads } from './chain-heads.ts';
import { REPLACED_JOIN, ROW_COLUMNS, replacePersonal, type StoredAuditRow } from './chain-rows.ts';
import { sealWaiting } from './seal-rows.ts';
import { chainTenants, verifyChain } from './verify-chain.ts';

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

const services = () => server.services;
const act = (tenantId: string, name: string) =>
  runTransaction(services(), { tenantId, actor: SYSTEM_ACTOR, requestId: 'r' }, (tx) =>
    tx.audit({
      action: 'thing:edit',
      objectKind: 'thing',
      objectId: name,
      before: { b: 1, a: null },
      after: { name, rate: 0.1 },
    }),
  );
const sealed = async (tenantId: string): Promise<number> => {
  // another server may have them in hand: the timer of this one is such
  await until(async () => {
    await sealWaiting(services());
    const { rows } = await owner.query('select from audit_waiting where tenant_id = $1', [tenantId]);
    return rows.length === 0;
  });
  const { rows } = await owner.query('select number from audit_seal where tenant_id = $1 order by number', [tenantId]);
  expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, at) => at + 1));
  return rows.length;
};
/** A tenant with some sealed rows. */
async function aChain(rows = 4): Promise<{ tenantId: string; id: number; rowOf(number: number): Promise<string> }> {
  const { id: tenantId } = await server.newTenant();
  for (let at = 1; at <= rows; at++) await act(tenantId, `n${at}`);
  expect(await sealed(tenantId)).toBe(rows);
  const rowOf = async (number: number) =>
    (await owner.query('select row_id from audit_seal where tenant_id = $1 and number = $2', [tenantId, number]))
      .rows[0].row_id;
  return { tenantId, id: Number(tenantId), rowOf };
}

test('rows get numbers without gaps, and a chain that nobody touched is good', async () => {
  const { tenantId, id } = await aChain();
  expect(await verifyChain(services(), id)).toEqual({ tenantId: id, rows: 4, fault: undefined });
  await act(tenantId, 'later');
  expect(await sealed(tenantId)).toBe(5);
  expect(await verifyChain(services(), id)).toMatchObject({ rows: 5, fault: undefined });
});

test('a transaction that commits late is numbered when it is there, and holds up nobody', async () => {
  const { tenantId, id } = await aChain(1);
  let finish: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const late = runTransaction(services(), { tenantId, actor: SYSTEM_ACTOR }, async (tx) => {
    await tx.audit({ action: 'thing:late', objectKind: 'thing' });
    await open;
  });
  await act(tenantId, 'meanwhile');
  expect(await sealed(tenantId)).toBe(2);
  finish();
  await late;
  expect(await sealed(tenantId)).toBe(3);
  expect(await verifyChain(services(), id)).toMatchObject({ rows: 3, fault: undefined });
});

test('two servers that seal at the same time give each row one number', async () => {
  const { id: tenantId } = await server.newTenant();
  for (let at = 0; at < 30; at++) await act(tenantId, `n${at}`);
  await Promise.all([sealWaiting(services()), sealWaiting(services()), sealWaiting(services())]);
  expect(await sealed(tenantId)).toBe(30);
  expect(await verifyChain(services(), Number(tenantId))).toMatchObject({ rows: 30, fault: undefined });
});

describe('by hand, as the owner of the schema', () => {
  test.each([
    ['a changed value', `update audit_row set after = '{"name":"other"}' where id = $1`],
    ['a changed actor', "update audit_row set actor_id = 'somebody' where id = $1"],
    ['a changed name', "update audit_row set actor_name = 'somebody' where id = $1"],
    ['a changed time', "update audit_row set at = '2026-01-01 12:00Z' where id = $1"],
    ['a changed signature', "update audit_row set mac = '\\x00' where id = $1"],
  ])('%s is found', async (_name, statement) => {
    const { id, rowOf } = await aChain();
    await owner.query(statement, [await rowOf(2)]);
    const { rows, fault } = await verifyChain(services(), id);
    expect(rows).toBe(1);
    expect(fault).toMatchObject({ number: 2, rowId: await rowOf(2) });
    expect(['changed', 'added']).toContain(fault?.code);
  });

  test.each([
    ['another reason', "update audit_row set reason = 'another' where id = $1"],
    ["a note of one's own", "update audit_replaced set digest = '\\x00', mac = '\\x00' where row_id = $1"],
    ['the note of another row', `update audit_replaced set row_id = '${newId()}' where row_id = $1`],
  ])('where a pseudonym stands for a name the chain holds, and %s is found', async (_name, statement) => {
    const { id, tenantId, rowOf } = await aChain();
    const row = await rowOf(2);
    await services().database.acrossTenants('a pseudonym in a test', async (db) => {
      const { rows } = await sql<StoredAuditRow & { id: string }>`
        select ${ROW_COLUMNS} from audit_row record ${REPLACED_JOIN} where record.id = ${row}`.execute(db);
      for (const stored of rows)
        await replacePersonal(services(), db, tenantId, stored, { ...stored, actor_name: 'erased-1', after: { a: 1 } });
    });
    const { rows } = await owner.query('select actor_name from audit_row where id = $1', [row]);
    expect(rows).toEqual([{ actor_name: 'erased-1' }]);
    expect((await verifyChain(services(), id)).fault).toBeUndefined();
    await owner.query(statement, [row]);
    expect((await verifyChain(services(), id)).fault).toMatchObject({ code: 'changed', number: 2, rowId: row });
  });

  test('a deleted row is found', async () => {
    const { id, rowOf } = await aChain();
    await owner.query('delete from audit_row where id = $1', [await rowOf(3)]);
    expect((await verifyChain(services(), id)).fault).toMatchObject({ code: 'removed', number: 3 });
  });

  test('a row deleted with its number is found', async () => {
    const { id, rowOf } = await aChain();
    const row = await rowOf(3);
    await owner.query('delete from audit_row where id = $1', [row]);
    await owner.query('delete from audit_seal where row_id = $1', [row]);
    expect((await verifyChain(services(), id)).fault).toMatchObject({ code: 'gap', number: 3 });
  });

  test('an inserted row is found, whether it was numbered or not', async () => {
    const { tenantId, id } = await aChain();
    const insert = `insert into audit_row (tenant_id, id, at, actor_kind, actor_id, actor_name, action)
      values ($1, $2, now(), 'staff', 'x', 'x', 'thing:edit')`;
    const first = newId();
    await owner.query(insert, [tenantId, first]);
    expect(await sealed(tenantId)).toBe(5);
    expect((await verifyChain(services(), id)).fault).toEqual({ code: 'added', number: 5, rowId: first });

    const other = await aChain();
    const past = newId();
    await owner.query(insert, [other.tenantId, past]);
    await owner.query('delete from audit_waiting where row_id = $1', [past]);
    expect((await verifyChain(services(), other.id)).fault).toEqual({ code: 'unnumbered', number: null, rowId: past });
  });

  test('rows that changed places are found', async () => {
    const { id, tenantId, rowOf } = await aChain();
    const [two, three] = [await rowOf(2), await rowOf(3)];
    await owner.query('delete from audit_seal where tenant_id = $1 and number in (2, 3) returning *', [tenantId]);
    await owner.query("insert into audit_seal values ($1, 2, $2, false, '\\x01'), ($1, 3, $3, false, '\\x02')", [
      tenantId,
      three,
      two,
    ]);
    expect((await verifyChain(services(), id)).fault).toMatchObject({ code: 'forged', number: 2 });
  });

  test('a cut tail is found by the head in the file store, and the next head does not forget it', async () => {
    const { id, tenantId, rowOf } = await aChain(5);
    await writeHeads(services());
    expect((await readHeads(services())).get(id)).toMatchObject({ number: 5 });
    expect((await verifyChain(services(), id)).fault).toBeUndefined();
    for (const number of [4, 5]) await owner.query('delete from audit_row where id = $1', [await rowOf(number)]);
    await owner.query('delete from audit_seal where tenant_id = $1 and number > 3', [tenantId]);
    await owner.query('update audit_chain set last_number = 3 where tenant_id = $1', [tenantId]);
    expect((await verifyChain(services(), id)).fault).toMatchObject({ code: 'cut', number: 4 });
    await writeHeads(services());
    expect((await readHeads(services())).get(id)).toMatchObject({ number: 5 });
    // what is written after it links otherwise
    for (const name of ['a', 'b', 'c']) await act(tenantId, name);
    await sealed(tenantId);
    expect((await verifyChain(services(), id)).fault).toMatchObject({ code: 'rewritten', number: 5 });
  });

  test('the program itself can neither rewrite rows nor numbers', async () => {
    const { tenantId } = await aChain(1);
    for (const statement of [
      "update audit_row set reason = 'x'",
      'delete from audit_row',
      'delete from audit_seal',
      'update audit_seal set number = 9',
    ])
      for (const role of ['app', 'platform']) {
        await owner.query('begin');
        await owner.query(
          `select set_config('role', '${role}', true), set_config('app.tenant_id', '${tenantId}', true)`,
        );
        await expect(owner.query(statement), `${role}: ${statement}`).rejects.toMatchObject({ code: '42501' });
        await owner.query('rollback');
      }
  });
});

test('rows from before the chain are taken into it at its beginning, and are held from then on', async () => {
  const { id: tenantId } = await server.newTenant();
  const ids = [newId(), newId()];
  for (const id of ids)
    await owner.query(
      "insert into audit_row (tenant_id, id, at, actor_kind, actor_id, actor_name, action) values ($1, $2, now(), 'staff', 'x', 'x', 'a:b')",
      [tenantId, id],
    );
  await owner.query('update audit_waiting set older = true where tenant_id = $1', [tenantId]);
  await act(tenantId, 'first of the chain');
  expect(await sealed(tenantId)).toBe(3);
  const result = await verifyChain(services(), Number(tenantId));
  // the timer may have numbered one before it was called older: then that one is found
  if (result.fault) return expect(result.fault.code).toBe('added');
  await services().database.acrossTenants('a pseudonym in a test', async (db) => {
    const { rows } = await sql<StoredAuditRow & { id: string }>`
      select ${ROW_COLUMNS} from audit_row record ${REPLACED_JOIN} where record.id = ${ids[0]}`.execute(db);
    for (const stored of rows) await replacePersonal(services(), db, tenantId, stored, { ...stored, actor_name: 'e' });
  });
  expect((await verifyChain(services(), Number(tenantId))).fault).toBeUndefined();
  await owner.query("update audit_row set actor_name = 'y' where id = $1", [ids[1]]);
  expect((await verifyChain(services(), Number(tenantId))).fault).toMatchObject({ code: 'changed', number: 2 });
});

test('the page of the administrator shows each chain; nobody else sees it', async () => {
  const tenant = await server.newTenant();
  const staff = await tenant.staff();
  await expect(server.call(chainEndpoints.list, {}, staff)).rejects.toMatchObject({ problem: 'request.root-only' });
  await expect(server.call(chainEndpoints.verify, {}, staff)).rejects.toMatchObject({ problem: 'request.root-only' });
  const root = await tenant.staff();
  await owner.query('update staff_user set is_root = true where id = $1', [root.userId]);
  await act(tenant.id, 'one');
  await sealed(tenant.id);
  const { started } = await server.call(chainEndpoints.verify, { tenantId: tenant.id }, root);
  expect(started).toBe(1);
  await server.runDue();
  const state = (await server.call(chainEndpoints.list, {}, root)).find(({ tenantId }) => tenantId === tenant.id);
  expect(state).toMatchObject({ fault: '', checkedNumber: null });
  expect(state?.checkedAt).not.toBeNull();
  expect(await chainTenants(services())).toContain(Number(tenant.id));
});
