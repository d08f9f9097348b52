import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { startTestBucket, type TestBucket } from '#platform/testing/test-bucket.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { fileEndpoints } from '../contract/endpoints.ts';
import type { UploadKind } from '../contract/upload-kinds.ts';
import { testFilm } from '../rules/test-video.ts';
import { files, keepFormerBucket, referFiles, sealStorageSecret } from './index.ts';

let bucket: TestBucket;
let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
let png: Buffer;
beforeAll(async () => {
  bucket = await startTestBucket();
  server = await startTestServer({
    slices: [files],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: `127.0.0.1:${bucket.port}` },
  });
  png = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#096dd9' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  bucket.fault = 'none';
  bucket.objects.clear();
  tenant = await server.newTenant();
  staff = await tenant.staff([]);
});
afterAll(async () => {
  await server.stop();
  await bucket.close();
});

/** A head, and more bytes than a picture may have. */
const largePicture = new Uint8Array(2_097_200);
largePicture.set([137, 80, 78, 71, 13, 10, 26, 10]);

const upload = (more: Partial<{ biz: UploadKind; bytes: Uint8Array; name: string }> = {}, caller = staff) =>
  server.call(
    fileEndpoints.upload,
    { ...(more.biz ? { biz: more.biz } : {}), file: { name: more.name ?? 'cup.png', bytes: more.bytes ?? png } },
    caller,
  );
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error) => (error instanceof Refused ? error.problem : error),
  );
const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  server.send('GET', `/api/sys/common/static/${path}`, undefined, { headers });
const rows = (tenantId = tenant.id) =>
  server.services.database.read(tenantId, (db) => db.selectFrom('stored_file').selectAll().execute());
const folder = (tenantId = tenant.id) => join(server.services.config.dataDir, 'files', tenantId);
const filesOnDisk = async (tenantId = tenant.id) =>
  (await readdir(folder(tenantId), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('a picture is kept under a name of ours and read back under its address, with headers of ours', async () => {
  const stored = await upload({ biz: 'icon', name: '../../evil.html' });
  expect(stored).toMatchObject({ contentType: 'image/png', width: 80, height: 60 });
  expect(stored.path).toMatch(new RegExp(`^${tenant.id}/icon/[0-9a-f-]{36}\\.png$`));
  const answer = await fetchFile(stored.path);
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'content-length': String(stored.size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline; filename="evil.png"; filename*=UTF-8\'\'evil.png',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
  const again = await fetchFile(stored.path, { 'if-none-match': String(answer.headers['etag']) });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  expect(await rows()).toMatchObject([{ state: 'stored', label: 'evil.html', uploaded_by: staff.userId }]);
  const audit = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select(['action', 'object_kind', 'actor_id']).execute(),
  );
  expect(audit).toEqual([{ action: 'file:upload', object_kind: 'file', actor_id: staff.userId }]);
});

test('a film is kept as it came without what its maker wrote into it, and is read in parts', async () => {
  const film = testFilm({ seconds: 8, note: 'at 59.91 N', data: new Uint8Array(3_000_000).fill(7) });
  const stored = await upload({ biz: 'advert', bytes: film, name: 'summer.mov' });
  expect(stored).toMatchObject({
    contentType: 'video/mp4',
    width: 1_080,
    height: 1_920,
    seconds: 8,
    size: film.length,
  });
  expect(stored.path).toMatch(/\/advert\/[0-9a-f-]{36}\.mp4$/);
  const whole = await fetchFile(stored.path);
  expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
  expect(whole.text).not.toContain('59.91');
  const part = await fetchFile(stored.path, { range: 'bytes=4-7' });
  expect([part.status, part.text]).toEqual([206, 'ftyp']);
  expect(part.headers).toMatchObject({ 'content-range': `bytes 4-7/${film.length}`, 'content-length': '4' });
  const last = await fetchFile(stored.path, { range: 'bytes=-5' });
  expect([last.status, last.text]).toEqual([206, '\x07'.repeat(5)]);
  const beyond = await fetchFile(stored.path, { range: `bytes=${film.length}-` });
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${film.length}`]);
  const changed = await fetchFile(stored.path, { range: 'bytes=4-7', 'if-range': '"another"' });
  expect(changed.status).toBe(200);
  expect(await rows()).toMatchObject([{ seconds: 8, extension: 'mp4' }]);
});

test('the older client reads the path in the message, names no purpose and says who its editor is', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)]), 'cup.png');
  form.set('biz', 'temp');
  form.set('jeditor', '1');
  const request = new Request('http://test', { method: 'POST', body: form });
  const { body } = await server.send('POST', '/api/sys/common/upload', Buffer.from(await request.bytes()), {
    ...staff,
    headers: { 'content-type': request.headers.get('content-type')! },
  });
  expect(body.message).toMatch(new RegExp(`^${tenant.id}/temp/`));
  expect(body.message).toBe((body.result as { path: string }).path);
});

test.each(['../x', 'temp/../../x', 'TEMP', 'export', '__proto__', ''])('the purpose %j is not one', async (biz) => {
  const answer = await problemOf(
    server.call(fileEndpoints.upload, { biz: biz as 'temp', file: { name: 'a.png', bytes: png } }, staff),
  );
  expect(answer).toBe('request.malformed');
  expect(await filesOnDisk()).toEqual([]);
});

test.each<[string, Parameters<typeof upload>[0], string]>([
  [
    'no picture',
    { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: 'a.png' },
    'file.type-not-allowed',
  ],
  ['an advert of other dimensions', { biz: 'advert' }, 'file.wrong-dimensions'],
  ['a picture for foam that is not square', { biz: 'latte-art' }, 'file.not-square'],
  ['a film that is too long', { biz: 'advert', bytes: testFilm({ seconds: 90 }) }, 'file.too-long'],
  ['a film of another codec', { biz: 'advert', bytes: testFilm({ codec: 'hvc1' }) }, 'file.wrong-codec'],
  ['a film where pictures belong', { biz: 'icon', bytes: testFilm() }, 'file.type-not-allowed'],
  ['an advert picture above 2 MB', { biz: 'advert', bytes: largePicture }, 'file.too-large'],
  ['a large push picture', { biz: 'push', bytes: new Uint8Array(204_801) }, 'request.file-too-large'],
  ['a picture above 2 MB', { bytes: new Uint8Array(2_097_153) }, 'request.file-too-large'],
])('%s is refused, says which field, and leaves nothing', async (_title, more, problem) => {
  const error = await upload(more).catch((thrown) => thrown as Refused);
  expect(error).toBeInstanceOf(Refused);
  expect([(error as Refused).problem, (error as Refused).answer.body.faults?.[0]?.path]).toEqual([problem, 'file']);
  expect([await rows(), await filesOnDisk()]).toEqual([[], []]);
});

test('paths that lead elsewhere, other purposes and files without an owner are all the same: not there', async () => {
  const { path } = await upload();
  const exported = `${tenant.id}/export/01a1fc10-5bf7-7c87-a529-9b79c01034e0.csv`;
  await mkdir(join(folder(), 'export'), { recursive: true });
  await writeFile(join(server.services.config.dataDir, 'files', exported), 'planted');
  const other = await server.newTenant();
  const id = path.split('/').at(-1);
  const corpus = [
    exported,
    `${tenant.id}/temp/%2e%2e%2fexport/${exported.split('/').at(-1)}`,
    `${tenant.id}/temp/..%2f..%2f..%2f..%2fetc%2fpasswd`,
    `${tenant.id}/temp/..%5c..%5cwin.ini`,
    `${tenant.id}/temp/%2fetc%2fpasswd`,
    `${tenant.id}/temp/CON.png`,
    `${tenant.id}/temp/nul`,
    `${tenant.id}/temp/${'a'.repeat(190)}.png`,
    `${tenant.id}/icon/${id}`,
    `${tenant.id}/temp/${id?.replace('.png', '.jpg')}`,
    `${other.id}/temp/${id}`,
    `0/temp/${id}`,
    `-1/temp/${id}`,
    `99999999999999999999/temp/${id}`,
  ];
  for (const one of corpus) {
    const answer = await fetchFile(one);
    expect({ status: answer.status, problem: answer.body.problem }, one).toEqual({
      status: 404,
      problem: expect.stringMatching(/^(file|request)\.not-found$/),
    });
    expect(answer.text).not.toContain('planted');
  }
  // what PostgreSQL cannot hold is refused before anything is looked for
  for (const one of [`${tenant.id}/temp/${id}%00.png`, `${tenant.id}/temp/%00`])
    expect(await fetchFile(one), one).toMatchObject({ status: 400, body: { problem: 'request.malformed' } });
  expect((await fetchFile(path)).status).toBe(200);
});

test('the space of a tenant ends, for two at once too, and the space of others does not', async () => {
  const { size } = await upload();
  await server.services.database.write(tenant.id, (db) =>
    db
      .updateTable('tenant')
      .set({ file_quota_bytes: 2 * size + 10 })
      .execute(),
  );
  const outcomes = await Promise.all([1, 2, 3].map(() => problemOf(upload())));
  expect(outcomes.sort()).toEqual(['file.quota-reached', 'file.quota-reached', 'taken']);
  const elsewhere = await server.newTenant();
  expect(await problemOf(upload({}, await elsewhere.staff([])))).toBe('taken');
  expect((await rows()).length).toBe(2);
  expect((await filesOnDisk()).length).toBe(2);
});

test('the same upload under the same key is one file', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, second] = [await upload({}, { ...staff, headers }), await upload({}, { ...staff, headers })];
  expect(second).toEqual(first);
  expect((await rows()).length).toBe(1);
});

test('a disk that takes nothing answers 503 and leaves nothing; when it takes again, so do we', async () => {
  await mkdir(join(folder(), '..'), { recursive: true });
  await writeFile(folder(), 'no folder can be made here');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const error = (await upload({}, { ...staff, headers }).catch((thrown) => thrown)) as Refused;
  expect([error.answer.status, error.problem]).toEqual([503, 'storage.not-written']);
  expect(await rows()).toEqual([]);
  await rm(folder());
  const stored = await upload({}, { ...staff, headers });
  expect((await fetchFile(stored.path)).status).toBe(200);
});

describe('a tenant with a bucket of its own', () => {
  const configure = (more: Record<string, unknown> = {}) =>
    server.services.database.write(tenant.id, async (db) => {
      const { accessKey, secretKey, bucketName, endpoint } = bucket;
      const sealed = await sealStorageSecret(server.services.secrets, db, tenant.id, secretKey);
      const config = {
        endpoint,
        accessKey,
        bucketName,
        staticDomain: 'https://static.example',
        secretKey: sealed,
        ...more,
      };
      await db
        .updateTable('tenant')
        .set({ oss_config: JSON.stringify(config) })
        .execute();
    });

  test('finds its pictures there, read through us with our headers; other tenants stay in our folder', async () => {
    await configure();
    const stored = await upload({ biz: 'icon' });
    expect([...bucket.objects.keys()]).toEqual([stored.path]);
    expect(bucket.objects.get(stored.path)?.type).toBe('image/png');
    expect(await filesOnDisk()).toEqual([]);
    const answer = await fetchFile(stored.path);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'content-length': String(stored.size),
        'x-content-type-options': 'nosniff',
      },
    });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-amz'))).toEqual([]);
    const elsewhere = await server.newTenant();
    await upload({}, await elsewhere.staff([]));
    expect(bucket.objects.size).toBe(1);
    expect((await filesOnDisk(elsewhere.id)).length).toBe(1);
  });

  test('sees what it uploaded before, even while its bucket is away; what lies in the bucket says so', async () => {
    const before = await upload();
    await configure();
    const inBucket = await upload();
    bucket.fault = 'broken';
    expect((await fetchFile(before.path)).status).toBe(200);
    const answer = await fetchFile(inBucket.path);
    expect([answer.status, answer.body]).toMatchObject([503, { problem: 'storage.unreachable' }]);
  });

  test('finds pictures from before their place was noted, in the folder and in the bucket', async () => {
    const before = await upload();
    await configure();
    const inBucket = await upload();
    await server.services.database.write(tenant.id, (db) => db.deleteFrom('file_place').execute());
    for (const { path } of [before, inBucket]) expect((await fetchFile(path)).status).toBe(200);
  });

  describe('which it gives up', () => {
    const settings = () =>
      server.services.database.read(tenant.id, (db) =>
        db.selectFrom('tenant').select('oss_config').executeTakeFirstOrThrow(),
      );
    const giveUp = async () => {
      const { oss_config } = await settings();
      await server.services.database.write(tenant.id, async (db) => {
        await keepFormerBucket(db, oss_config, null);
        await db.updateTable('tenant').set({ oss_config: null }).execute();
      });
    };
    const kept = () =>
      server.services.database.read(tenant.id, (db) => db.selectFrom('former_bucket').selectAll().execute());
    const dropFormer = () =>
      files.schedules!.find(({ name }) => name === 'files.drop-former-buckets')!.run(server.services, new Date());

    test('still shows the pictures in it, and keeps its settings, sealed, as long as there are any', async () => {
      await configure();
      const [old, other] = [await upload(), await upload()];
      await giveUp();
      const later = await upload();
      expect((await filesOnDisk()).length).toBe(1);
      for (const { path } of [old, other, later]) expect((await fetchFile(path)).status).toBe(200);
      expect(JSON.stringify(await kept())).not.toContain('planted');
      await server.services.database.write(tenant.id, (db) => server.services.secrets.rotate(db, tenant.id, 'storage'));
      const renewed = await server.services.database.write(tenant.id, (db) =>
        files.renewSecrets!(server.services, db, tenant.id),
      );
      expect(renewed).toBe(1);
      expect((await fetchFile(old.path)).status).toBe(200);

      await server.services.files.remove(old.path);
      await dropFormer();
      expect(await kept()).toHaveLength(1);
      // one from before places were noted lies there too
      await server.services.database.write(tenant.id, (db) => db.deleteFrom('file_place').execute());
      await dropFormer();
      expect(await kept()).toHaveLength(1);
      await server.services.files.remove(other.path);
      bucket.fault = 'broken';
      await dropFormer();
      expect(await kept()).toHaveLength(1);
      bucket.fault = 'none';
      await dropFormer();
      expect(await kept()).toEqual([]);
    });

    test('is waited for when somebody deleted it; staff is told once, and what was in it is lost in the end', async () => {
      await configure();
      const { path } = await upload();
      await giveUp();
      const alerts = async () => {
        const { rows } = await server.services.database.acrossTenants('test', (db) =>
          sql`select from security_event where kind = 'files.bucket-gone' and tenant_id = ${tenant.id}`.execute(db),
        );
        return rows.length;
      };
      bucket.fault = 'gone';
      await dropFormer();
      await dropFormer();
      expect([(await kept()).length, await alerts()]).toEqual([1, 1]);
      expect((await fetchFile(path)).status).toBe(503);

      bucket.fault = 'none';
      await dropFormer();
      expect(await kept()).toMatchObject([{ gone_at: null }]);
      expect((await fetchFile(path)).status).toBe(200);

      bucket.fault = 'gone';
      await dropFormer();
      await server.services.database.write(tenant.id, (db) =>
        db
          .updateTable('former_bucket')
          .set({ gone_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
          .execute(),
      );
      await dropFormer();
      expect(await kept()).toEqual([]);
      expect((await fetchFile(path)).status).toBe(404);
    });

    test('is no former one any more when it is set again', async () => {
      await configure();
      const { path } = await upload();
      const { oss_config } = await settings();
      await giveUp();
      await server.services.database.write(tenant.id, (db) => keepFormerBucket(db, null, oss_config));
      await configure();
      expect(await kept()).toEqual([]);
      expect((await fetchFile(path)).status).toBe(200);
    });
  });

  test('keeps its files in our folder as long as the settings are not complete', async () => {
    await configure({ bucketName: '' });
    await upload();
    expect([bucket.objects.size, (await filesOnDisk()).length]).toEqual([0, 1]);
  });

  test.each([
    ['another secret key', { secretKey: undefined }, 'none', 'storage.access-refused'],
    ['an address inside our network', { endpoint: 'http://127.0.0.1:1' }, 'none', 'storage.address-refused'],
    ['a service that is down', {}, 'broken', 'storage.unreachable'],
  ] as const)('with %s is refused with its reason, and nothing is left', async (_title, more, fault, problem) => {
    await configure(more);
    if ('secretKey' in more) {
      const sealed = await server.services.database.write(tenant.id, (db) =>
        sealStorageSecret(server.services.secrets, db, tenant.id, 'not the right one'),
      );
      await configure({ secretKey: sealed });
    }
    bucket.fault = fault;
    const error = (await upload().catch((thrown) => thrown)) as Refused;
    expect([error.answer.status, error.problem]).toEqual([503, problem]);
    expect(error.answer.text).not.toContain('planted');
    expect([await rows(), await filesOnDisk(), bucket.objects.size]).toEqual([[], [], 0]);
  });

  test('has its secret key encrypted, and encrypted anew when keys change', async () => {
    await configure();
    const config = () =>
      server.services.database.read(tenant.id, (db) =>
        db.selectFrom('tenant').select('oss_config').executeTakeFirstOrThrow(),
      );
    const before = JSON.stringify(await config());
    expect(before).not.toContain('planted');
    await server.services.database.write(tenant.id, (db) => server.services.secrets.rotate(db, tenant.id, 'storage'));
    const renewed = await server.services.database.write(tenant.id, (db) =>
      files.renewSecrets!(server.services, db, tenant.id),
    );
    expect(renewed).toBe(1);
    expect(JSON.stringify(await config())).not.toBe(before);
    expect(await problemOf(upload())).toBe('taken');
  });
});

describe('a picture that no record names', () => {
  const HOUR = 3_600_000;
  const sweepAfter = async (ms: number) => {
    const { services } = server;
    const clock = { ...services.clock, now: () => new Date(services.clock.now().getTime() + ms) };
    await files.schedules![0]!.run({ ...services, clock }, new Date());
  };
  const refer = (field: string, ...paths: string[]) =>
    runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
      referFiles(tx, { kind: 'test-spot', id: '1', field }, paths),
    );

  test('goes after two days, file and row, and no earlier', async () => {
    const { path } = await upload();
    await sweepAfter(47 * HOUR);
    expect((await fetchFile(path)).status).toBe(200);
    await sweepAfter(49 * HOUR);
    expect((await fetchFile(path)).status).toBe(404);
    expect([await rows(), await filesOnDisk()]).toEqual([[], []]);
  });

  test('stays as long as a record names it, and two days longer', async () => {
    const [kept, other] = [await upload(), await upload()];
    await refer('icon', kept.path);
    await refer('logo', kept.path, other.path);
    await sweepAfter(1_000 * HOUR);
    expect((await rows()).length).toBe(2);
    await refer('logo', other.path);
    await refer('icon');
    await sweepAfter(1 * HOUR);
    expect((await rows()).length).toBe(2);
    await sweepAfter(49 * HOUR);
    expect((await rows()).map(({ id }) => other.path.includes(id))).toEqual([true]);
  });

  test('cannot be named by another tenant, nor after it is gone', async () => {
    const { path } = await upload();
    const theirs = await server.newTenant();
    const { path: foreign } = await upload({}, await theirs.staff([]));
    for (const wrong of [foreign, path.replace(/^\d+/, theirs.id), 'https://evil.example/a.png', '../x', ''])
      await expect(refer('icon', wrong)).rejects.toMatchObject({
        code: 'file.not-found',
        faults: [{ path: 'icon', code: 'fault.file-unknown' }],
      });
    await sweepAfter(49 * HOUR);
    await expect(refer('icon', path)).rejects.toMatchObject({ code: 'file.not-found' });
  });

  test('is named by fields of its own kind alone, and by the one that showed it before', async () => {
    const [icon, logo] = [await upload({ biz: 'icon' }), await upload({ biz: 'logo' })];
    const show = (...paths: string[]) =>
      runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
        referFiles(tx, { kind: 'test-spot', id: '2', field: 'icons' }, paths, {
          upload: 'icon',
          faultAt: (place) => `icons.${place}`,
        }),
      );
    await expect(show(icon.path, logo.path)).rejects.toMatchObject({
      code: 'file.wrong-kind',
      faults: [{ path: 'icons.1', code: 'file.wrong-kind' }],
    });
    const disguised = logo.path.replace('/logo/', '/icon/');
    await expect(show(disguised)).rejects.toMatchObject({ code: 'file.not-found', faults: [{ path: 'icons.0' }] });
    await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
      referFiles(tx, { kind: 'test-spot', id: '2', field: 'icons' }, [logo.path]),
    );
    await show(icon.path, logo.path);
    expect((await rows()).map(({ unused_since }) => unused_since)).toEqual([null, null]);
  });

  test('waits where its storage is away, and others go', async () => {
    const { path } = await upload();
    const other = await server.newTenant();
    await upload({}, await other.staff([]));
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'not a folder');
    await sweepAfter(49 * HOUR);
    expect((await rows(other.id)).length).toBe(0);
    const left = await rows();
    expect(left.map(({ state }) => state)).toEqual(['removing']);
    expect((await fetchFile(path)).status).toBe(404);
    await rm(folder());
    await sweepAfter(49 * HOUR);
    expect(await rows()).toEqual([]);
  });

  test('keeps no call waiting where its storage is away, however many there are', async () => {
    await upload();
    const other = await server.newTenant();
    await upload({}, await other.staff([]));
    await server.services.database.write(tenant.id, (db) =>
      sql`insert into stored_file (tenant_id, id, kind, extension, state, size_bytes, width, height, checksum, label, uploaded_by, created_at, unused_since)
          select tenant_id, gen_random_uuid(), kind, extension, 'stored', 1, width, height, checksum, label, uploaded_by, created_at, unused_since - interval '1 day'
            from stored_file, generate_series(1, 510) where tenant_id = ${tenant.id} on conflict do nothing`.execute(
        db,
      ),
    );
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'not a folder');
    await sweepAfter(49 * HOUR);
    expect((await rows(other.id)).length).toBe(0);
  });
});
