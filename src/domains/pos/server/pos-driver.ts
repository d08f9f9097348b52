import type pg from 'pg';
import type * as z from 'zod';
import { CONFIGURING } from '#domains/devices/rules/command-timing.ts';
import { isNewer } from '#domains/devices/rules/message-order.ts';
import {
  type Device,
  type DeviceCondition,
  type DeviceDriver,
  type Folded,
  foldReports,
  type PlacedReport,
  protocolVersion1,
} from '#domains/devices/server/index.ts';
import { posEvents } from '../contract/events.ts';
import {
  PosEventMessage,
  type PosPaymentResult,
  type PosStateData,
  PosStateMessage,
  PosTelemetryMessage,
} from '../contract/messages.ts';

type PosReport =
  | { readonly kind: 'state'; readonly data: z.infer<typeof PosStateData> }
  | { readonly kind: 'telemetry'; readonly data: object }
  | { readonly kind: 'event'; readonly data: PosPaymentResult }
  | { readonly kind: 'config'; readonly data: { version: number } };

interface PosCondition extends DeviceCondition {
  readonly firmware: string;
  readonly network: string;
  readonly configVersion: number | null;
}

/** Payment terminals, as the frame of devices knows them. */
export const posDriver: DeviceDriver<PosReport> = {
  kind: 'pos',
  table: 'pos_terminal',
  protocols: new Map([
    [1, protocolVersion1({ state: PosStateMessage, telemetry: PosTelemetryMessage, event: PosEventMessage })],
  ]),
  commands: { reportState: CONFIGURING },
  stateCommand: 'reportState',
  liveUpdateInSql: `json_build_object('tenantId', r.tenant_id::text, 'kind', 'pos', 'id', r.id, 'permission', 'pos:view')`,
  findPlace: async (db, imei) => {
    const found = await db.selectFrom('pos_terminal').select('id').where('imei', '=', imei).executeTakeFirst();
    return { posId: found?.id };
  },
  changesCondition: () => false,
  fold: async (client, terminals) => {
    const changes = [];
    for (const reports of terminals.toSorted(byImei)) {
      const device = reports[0]?.device;
      const start = device && (await lockCondition(client, device));
      if (!device || !start) continue;
      const folded = foldReports(start, reports, applied);
      await saveCondition(client, device, folded);
      changes.push({ device, folded });
    }
    return changes;
  },
  // what the customer saw makes us look at once: whether money moved is asked of the provider
  factOf: ({ data: { orderNo, result } }) => ({
    name: posEvents.paymentReported.name,
    aggregate: orderNo,
    payload: { orderNo, result },
  }),
  measurements: [],
};

const byImei = (one: readonly PlacedReport<PosReport>[], other: readonly PlacedReport<PosReport>[]): number =>
  (one[0]?.device.imei ?? '') < (other[0]?.device.imei ?? '') ? -1 : 1;

/** The condition after a report; nothing where it is older than what is known. */
function applied(known: PosCondition, { ordinal, frame, report }: PlacedReport<PosReport>): PosCondition | undefined {
  if (report.kind === 'config') return { ...known, configVersion: report.data.version };
  if (report.kind !== 'state') return known;
  const place = { session: ordinal, seq: frame.seq };
  const isNews = isNewer(place, { session: known.presence.session ?? -1, seq: known.stateSeq });
  if (!isNews || !report.data.online) return undefined;
  const { firmware = known.firmware, network = known.network } = report.data;
  return { ...known, stateSeq: frame.seq, firmware, network };
}

interface ConditionRow {
  online: boolean;
  presence_changed_at: Date | null;
  last_heard_at: Date | null;
  session: string | null;
  session_ordinal: number;
  session_ended: boolean;
  state_seq: number;
  clock_skew_seconds: number;
  firmware: string;
  network: string;
  config_version: number | null;
}

async function lockCondition(client: pg.PoolClient, device: Device): Promise<PosCondition | undefined> {
  const { rows } = await client.query<ConditionRow>({
    name: 'ingest-pos-lock',
    text: `select online, presence_changed_at, last_heard_at, session, session_ordinal, session_ended, state_seq,
                  clock_skew_seconds, firmware, network, config_version
             from pos_terminal where tenant_id = $1 and imei = $2 for no key update`,
    values: [device.tenantId, device.imei],
  });
  const [row] = rows;
  return (
    row && {
      presence: {
        online: row.online,
        session: row.session_ordinal > 0 ? row.session_ordinal : null,
        ended: row.session_ended,
        lastHeardAt: row.last_heard_at,
        since: row.presence_changed_at,
      },
      session: row.session,
      stateSeq: Number(row.state_seq),
      clockSkewSeconds: row.clock_skew_seconds,
      ...{ firmware: row.firmware, network: row.network, configVersion: row.config_version },
    }
  );
}

async function saveCondition(
  client: pg.PoolClient,
  device: Device,
  { condition }: Folded<PosCondition>,
): Promise<void> {
  const { presence, session, stateSeq, clockSkewSeconds, firmware, network, configVersion } = condition;
  await client.query({
    name: 'ingest-pos-save',
    text: `update pos_terminal set online = $3, presence_changed_at = $4, last_heard_at = $5, session = $6, session_ordinal = $7,
                  session_ended = $8, state_seq = $9, clock_skew_seconds = $10, firmware = $11, network = $12, config_version = $13
            where tenant_id = $1 and imei = $2`,
    values: [
      ...[device.tenantId, device.imei, presence.online, presence.since, presence.lastHeardAt, session],
      ...[presence.session ?? 0, presence.ended, stateSeq, clockSkewSeconds, firmware, network, configVersion],
    ],
  });
}
