import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { addSteps } from './alarm-store.ts';

let server: TestServer;
let tenantId: string;
beforeAll(async () => {
  server = await startTestServer({ slices: [], planDue: async () => 0 });
  tenantId = (await server.newTenant()).id;
});
afterAll(() => server?.stop());

// it counts what one machine reads
test.skipIf(process.env['TEST_CITUS'])(
  'when many alarms come, each of their steps finds its alarm by its key',
  async () => {
    await runTransaction(server.services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
      const raise = async (count: number): Promise<string[]> => {
        const ids = Array.from({ length: count }, () => newId());
        await sql`
        insert into alarm (tenant_id, id, spot_id, robot_id, device_imei, device_name, type, severity, raised_at, last_seen_at)
        select ${tenantId}::bigint, id, id, id, '', '', 'heartbeat', 'major', now(), now()
          from unnest(${ids}::uuid[]) as id`.execute(tx.db);
        return ids;
      };
      const note = async (ids: readonly string[]): Promise<void> =>
        addSteps(
          tx,
          ids.map((alarmId) => ({ alarmId, kind: 'raised' })),
        );
      const readRows = async (): Promise<number> => {
        const { rows } = await sql<{ read: string }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_all_tables where relname = 'alarm'`.execute(
          tx.db,
        );
        return Number(rows[0]?.read ?? 0);
      };
      // as since the table was empty, on one connection
      for (let times = 0; times < 20; times += 1) await note(await raise(100));
      const ids = await raise(200);
      const before = await readRows();
      await note(ids);
      // 200 alarms, each found by its key, and not 200 times all alarms
      expect((await readRows()) - before).toBeLessThan(4_000);
    });
  },
);
