import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distributeForTests } from '#platform/testing/citus-template.ts';
import { emptyInstallation } from '#platform/testing/test-database.ts';
import { startTestServer } from '#platform/testing/test-server.ts';
import { readBackup } from './read-backup.ts';
import { boundsOf, oneMachine, rowsOf, tablesIn, takeBackup } from './test-backup.ts';

/** Each table goes to its parts on every machine. */
const LIMIT_MS = 300_000;

// `TEST_CITUS` names a cluster (docs/scale.md); into a database on one machine: `backup.test.ts`
describe.runIf(process.env['TEST_CITUS'])('on a database of several machines', { timeout: LIMIT_MS }, () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'console-backup-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const restore = (databaseUrl: string, content: Buffer) =>
    readBackup(Readable.from([content]), { databaseUrl, dataDir });

  test('an installation comes back as it lay, and nothing of a backup that was cut off', async () => {
    const server = await startTestServer();
    for (let tenants = 0; tenants < 8; tenants++) await (await server.newTenant()).staff();
    await server.stop();
    const backup = await takeBackup(server.databaseUrl, dataDir);
    const cluster = await emptyInstallation();
    await expect(restore(cluster, backup.subarray(0, Math.floor(backup.length * 0.9)))).rejects.toThrow('not whole');
    expect(await tablesIn(cluster)).toBe(0);
    await restore(cluster, backup);
    const before = await rowsOf(server.databaseUrl);
    expect(before.shards).toBeGreaterThan(1);
    expect(await rowsOf(cluster)).toEqual(before);
    expect(await boundsOf(cluster)).toEqual(await boundsOf(server.databaseUrl));
    const again = await startTestServer({ databaseUrl: cluster });
    await (await again.newTenant()).staff();
    await again.stop();
  });

  test('a backup of one machine stays on one, until its operator spreads it', async () => {
    const [single, cluster] = [await oneMachine(), await emptyInstallation()];
    const server = await startTestServer({ databaseUrl: single });
    await (await server.newTenant()).staff();
    await server.stop();
    await restore(cluster, await takeBackup(single, dataDir));
    const before = await rowsOf(cluster);
    expect(before.shards).toBeNull();
    expect(before.counts['public.tenant'], 'there is something to move').toBeGreaterThan(0);
    await distributeForTests(cluster);
    const after = await rowsOf(cluster);
    expect(after.shards).toBeGreaterThan(1);
    expect({ ...after, shards: null }).toEqual(before);
    expect(await bytesLeft(cluster), 'on the machine where the rows lay').toBe(0);
  });
});

/** Of tables that have moved away. */
async function bytesLeft(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select sum(pg_relation_size(logicalrelid)) as bytes from pg_dist_partition',
    );
    return Number(rows[0]!.bytes);
  } finally {
    await client.end();
  }
}
