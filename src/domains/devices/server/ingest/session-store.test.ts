import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import type { IncomingReport } from './incoming.ts';
import { noteSessions } from './session-store.ts';

let server: TestServer;
let tenantId: string;
beforeAll(async () => {
  server = await startTestServer({ slices: [], planDue: async () => 0 });
  tenantId = (await server.newTenant()).id;
});
afterAll(() => server?.stop());

const reportOf = (device: number, seq: number): IncomingReport =>
  ({
    device: { imei: `86${String(device).padStart(13, '0')}`, tenantId },
    frame: { session: `session-${device}`, seq },
    report: { kind: 'state', data: { online: true } },
  }) as IncomingReport;

test('a fleet that grows is found by its keys, not by the plan of the days when it was small', async () => {
  // as the gateway reads: many at once, on one connection, since the table was empty
  await server.services.database.acrossTenants(
    'test',
    async (_db, client) => {
      const note = (from: number, to: number, seq: number) =>
        noteSessions(
          client,
          Array.from({ length: to - from }, (_, at) => reportOf(from + at, seq)),
          new Date(),
        );
      for (let from = 0; from < 2_000; from += 100) await note(from, from + 100, 0);
      const before = await readRows();
      expect((await note(0, 500, 1)).size).toBe(500);
      // 500 rows and their entries, each found and written, and not 500 times all rows
      expect((await readRows()) - before).toBeLessThan(10_000);

      async function readRows(): Promise<number> {
        const { rows } = await client.query<{ read: string }>(
          "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_all_tables where relname = 'device_session'",
        );
        return Number(rows[0]?.read ?? 0);
      }
    },
    'bridge',
  );
});
