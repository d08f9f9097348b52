import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { plantCanaries } from '#platform/testing/canaries.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { dictionaries } from '#system/dictionary-records/contract/dictionaries.ts';
import { tenantRecords } from '#system/tenant-register/contract/tenants.ts';
import { users } from '#system/users/contract/users.ts';
import { slices } from './slices.ts';

/**
 * Older clients edit by sending the whole row back as a list answered it (system-api.md 5). Kinds with a sample of their own
 * prove in `behavesAsRecords` that nothing changes by that.
 */
const kinds = slices
  .flatMap((slice) => slice.kinds ?? [])
  .filter(({ calls, verbs }) => calls.family === 'system' && verbs.includes('edit'));

let product: TestServer;
let tenant: TestTenant;
let root: Caller & { userId: string };
let listed: Map<string, Record<string, unknown> | undefined>;
beforeAll(async () => {
  product = await startTestServer();
  tenant = await product.newTenant();
  root = await tenant.staff('all', { steppedUp: true });
  await plantCanaries(product.databaseUrl, tenant.id, root.userId);
  const owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  // only the owner of the schema makes an administrator
  await owner.query('update staff_user set is_root = true, permission_version = permission_version + 1 where id = $1', [
    root.userId,
  ]);
  await owner.end();
  listed = new Map();
  for (const { name, endpoints } of kinds) {
    const page = await product.call(endpoints.page, {}, root).catch(() => undefined);
    listed.set(name, page?.records[0] as Record<string, unknown> | undefined);
  }
});
afterAll(() => product.stop());

const send = ({ method, path }: Endpoint, row: unknown) => product.send(method, fullPath(path), row, root);

test('there are rows to be sent back', () => {
  expect([...listed.values()].filter(Boolean).length).toBeGreaterThan(7);
});

describe.each(kinds.map((kind) => ({ name: kind.name, kind })))('$name', ({ name, kind }) => {
  const { edit } = kind.endpoints as unknown as Record<'edit', Endpoint<z.ZodObject>>;
  test('no name of its row is unknown to the edit, and what the edit takes is not ignored', () => {
    const [taken, ignored] = [Object.keys(edit.request.shape), edit.ignores ?? []];
    const row = Object.keys((edit.response as z.ZodObject).shape);
    expect(row.filter((name) => ![...taken, ...ignored].includes(name))).toEqual([]);
    expect(ignored.filter((one) => taken.includes(one))).toEqual([]);
  });
  test('its row is read', async () => {
    const row = listed.get(name);
    if (!row) return;
    const faults = (await send(edit, row)).body.faults ?? [];
    expect(faults.filter(({ path }) => path in row && !(path in edit.request.shape))).toEqual([]);
    expect((await send(edit, { ...row, nmae: 'x' })).body.faults?.map(({ path }) => path)).toContain('nmae');
  });
});

test('a person, a tenant and a dictionary are saved as they were read; a password does nothing', async () => {
  const place = { server: product, tenant, staff: root };
  const person = { username: 'ida', realname: 'Ida', workNo: 'ida', phone: '+4741000000', password: 'Fjell#Vann-83' };
  await product.call(users.endpoints.add, { ...person, avatar: await samplePicture(place, 'avatar') } as never, root);
  const rowsOf = async ({ endpoints }: { endpoints: { page: Endpoint } }, more: Record<string, unknown>) =>
    ((await product.call(endpoints.page, more, root)) as { records: Record<string, unknown>[] }).records;
  const [ida] = await rowsOf(users, { username: 'ida' });
  const [tenantRow] = await rowsOf(tenantRecords, {});
  await product.call(dictionaries.endpoints.add, { dictName: 'Colours', dictCode: 'colours' }, root);
  const [dictionary] = await rowsOf(dictionaries, { dictCode: 'colours' });
  const hash = () =>
    product.services.database.identity((db) =>
      db.selectFrom('staff_user').select('password_hash').where('username', '=', 'ida').executeTakeFirstOrThrow(),
    );
  const known = await hash();
  for (const [{ endpoints }, row] of [
    [users, { ...ida, password: 'Not&Taken-28' }],
    [tenantRecords, tenantRow],
    [dictionaries, dictionary],
  ] as const) {
    const { success, faults } = (await send(endpoints.edit, row)).body;
    expect({ success, faults }).toEqual({ success: true });
  }
  expect(await hash()).toEqual(known);
});
