import { randomBytes } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import { envelopeOf } from '#domains/devices/contract/messages.ts';
import { CONFIGURING, MOVING } from '#domains/devices/rules/command-timing.ts';
import { isNewer } from '#domains/devices/rules/message-order.ts';
import { TENANT_TABLES } from '#platform/database/server/tables.gen.ts';
import type { TestServer } from '#platform/testing/test-server.ts';
import { registerAtBroker } from './device-access.ts';
import { claimImei, newDevicePassword } from './device-credential-store.ts';
import type { DeviceDriver } from './device-driver.ts';
import { type DeviceCondition, type FoldedDevice, foldReports } from './ingest/fold-reports.ts';
import { protocolVersion1 } from './protocols/version-1.ts';
import { TestDevice } from './test-device.ts';

/**
 * The least kind of device that there can be, in a table of the test's own: a drum that turns. What it needs of the frame every
 * kind needs, and what the frame needs of it is all that it asks of a kind.
 */
const State = z.object({ online: z.boolean(), turns: z.int().optional() });
const Rang = z.object({ kind: z.literal('rang'), times: z.int() });

type DrumReport =
  | { readonly kind: 'state'; readonly data: z.infer<typeof State> }
  | { readonly kind: 'telemetry'; readonly data: object }
  | { readonly kind: 'event'; readonly data: z.infer<typeof Rang> }
  | { readonly kind: 'config'; readonly data: { version: number } };

interface DrumCondition extends DeviceCondition {
  readonly turns: number;
}

export const drumDriver: DeviceDriver<DrumReport> = {
  kind: 'cabinet',
  table: 'drum',
  protocols: new Map([
    [1, protocolVersion1({ state: envelopeOf(State), telemetry: envelopeOf(z.object({})), event: envelopeOf(Rang) })],
  ]),
  commands: { turn: { ...MOVING, takesTurns: true }, report: CONFIGURING },
  stateCommand: 'report',
  liveUpdateInSql: `json_build_object('tenantId', r.tenant_id::text, 'kind', 'drum', 'id', r.id, 'online', r.online)`,
  findPlace: async () => ({ drum: true }),
  changesCondition: () => false,
  fold: async (client, drums) => {
    const devices = drums.flatMap(([first]) => (first ? [first.device] : []));
    // not locked: one server alone writes them
    const { rows } = await client.query<DrumRow>('select * from drum where id = any($1::uuid[]) order by imei', [
      devices.map(({ id }) => id),
    ]);
    const changes: FoldedDevice[] = [];
    for (const row of rows) {
      const reports = drums.find(([first]) => first?.device.id === row.id) ?? [];
      const device = reports[0]?.device;
      if (!device) continue;
      const folded = foldReports(conditionOf(row), reports, (known, { ordinal, frame, report }) => {
        const isNews = isNewer(
          { session: ordinal, seq: frame.seq },
          { session: known.presence.session ?? -1, seq: known.stateSeq },
        );
        if (report.kind !== 'state') return known;
        if (!isNews || !report.data.online) return undefined;
        return { ...known, stateSeq: frame.seq, turns: report.data.turns ?? known.turns };
      });
      const { presence, session, stateSeq, turns } = folded.condition;
      await client.query(
        `update drum set online = $2, presence_changed_at = $3, last_heard_at = $4, session = $5, session_ordinal = $6,
                session_ended = $7, state_seq = $8, turns = $9 where id = $1`,
        [
          row.id,
          presence.online,
          presence.since,
          presence.lastHeardAt,
          session,
          presence.session ?? 0,
          presence.ended,
          stateSeq,
          turns,
        ],
      );
      changes.push({ device, folded });
    }
    return changes;
  },
  factOf: ({ incoming, data }) => ({ name: 'drum.rang', aggregate: incoming.device.imei, payload: data }),
  measurements: [],
};

interface DrumRow {
  id: string;
  online: boolean;
  presence_changed_at: Date | null;
  last_heard_at: Date | null;
  session: string | null;
  session_ordinal: number;
  session_ended: boolean;
  state_seq: number;
  turns: number;
}

const conditionOf = (row: DrumRow): DrumCondition => ({
  presence: {
    online: row.online,
    session: row.session_ordinal > 0 ? row.session_ordinal : null,
    ended: row.session_ended,
    lastHeardAt: row.last_heard_at,
    since: row.presence_changed_at,
  },
  session: row.session,
  stateSeq: Number(row.state_seq),
  clockSkewSeconds: 0,
  turns: row.turns,
});

/** A client of the owner of the test's database, with the table of drums made. */
export async function openDrums(databaseUrl: string): Promise<pg.Client> {
  // the handle adds the tenant to statements on tables that it knows
  (TENANT_TABLES as Set<string>).add('drum');
  const owner = new pg.Client({ connectionString: databaseUrl });
  // tests of the next file, in the same process, know no drums
  owner.once('end', () => (TENANT_TABLES as Set<string>).delete('drum'));
  await owner.connect();
  await owner.query(`
    create table drum (
      tenant_id bigint not null, id uuid not null default gen_random_uuid(), imei text not null,
      online boolean not null default false, presence_changed_at timestamptz, last_heard_at timestamptz,
      heard_minute timestamptz generated always as (date_bin('1 minute', last_heard_at, timestamptz '2000-01-01 00:00:00+00')) stored,
      session text, session_ordinal integer not null default 0, session_ended boolean not null default false,
      report_interval_seconds integer not null default 60, report_type text not null default 'scheduled',
      version integer not null default 1, config_version integer,
      state_seq bigint not null default -1, turns integer not null default 0,
      primary key (tenant_id, id), unique (tenant_id, imei));
    grant select, insert, update, delete on drum to app, platform`);
  // on a cluster it lies beside the tables that it is asked together with
  if (process.env['TEST_CITUS'])
    await owner.query("select create_distributed_table('drum', 'tenant_id', colocate_with := 'tenant')");
  return owner;
}

/** A drum with its credential. */
export async function addDrum({ services }: TestServer, owner: pg.Client, tenantId: string): Promise<TestDevice> {
  const imei = `77${randomBytes(6).toString('hex')}`;
  const password = newDevicePassword();
  await services.database.acrossTenants('test', (db) => claimImei(db, drumDriver, { tenantId, imei }, password));
  await owner.query('insert into drum (tenant_id, imei) values ($1, $2)', [tenantId, imei]);
  await registerAtBroker(services, { tenantId, kind: 'cabinet', imei }, password);
  return new TestDevice(services.broker.url, { tenantId, kind: 'cabinet', imei }, password);
}
