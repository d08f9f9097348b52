import type pg from 'pg';
import type * as z from 'zod';
import { isNewer } from '#domains/devices/rules/message-order.ts';
import {
  type Device,
  type DeviceCondition,
  type DeviceDriver,
  type Fact,
  type Folded,
  foldReports,
  type PlacedEvent,
  type PlacedReport,
  protocolVersion1,
  reportedBy,
} from '#domains/devices/server/index.ts';
import { cabinetEvents } from '../contract/events.ts';
import {
  type CabinetEventData,
  CabinetEventMessage,
  type CabinetStateData,
  CabinetStateMessage,
  type CabinetTelemetryData,
  CabinetTelemetryMessage,
} from '../contract/messages.ts';
import { CABINET_TIMING } from '../rules/command-timing.ts';

type Telemetry = z.infer<typeof CabinetTelemetryData>;
type CabinetReport =
  | { readonly kind: 'state'; readonly data: z.infer<typeof CabinetStateData> }
  | { readonly kind: 'telemetry'; readonly data: Telemetry }
  | { readonly kind: 'event'; readonly data: CabinetEventData }
  | { readonly kind: 'config'; readonly data: { version: number } };

interface CabinetCondition extends DeviceCondition {
  readonly firmware: string;
  readonly hardware: string;
  readonly model: string;
  readonly simId: string;
  readonly signal: number | null;
  readonly temperatureTenths: number | null;
  readonly configVersion: number | null;
  readonly telemetryOrdinal: number;
  readonly telemetrySeq: number;
  readonly charges: readonly NonNullable<Telemetry['slots']>[number][];
}

/** Cabinets, as the frame of devices knows them. What they say of units goes to this slice as facts, in the order of each cabinet. */
export const cabinetDriver: DeviceDriver<CabinetReport> = {
  kind: 'cabinet',
  table: 'cabinet',
  protocols: new Map([
    [
      1,
      protocolVersion1({ state: CabinetStateMessage, telemetry: CabinetTelemetryMessage, event: CabinetEventMessage }),
    ],
  ]),
  commands: CABINET_TIMING,
  // a unit that came back and went out again: told the other way round, it would lie in two places
  answersInItsOrder: true,
  stateCommand: 'uploadAll',
  liveUpdateInSql: `json_build_object('tenantId', r.tenant_id::text, 'kind', 'cabinet', 'id', r.id, 'spotId', r.spot_id,
    'online', r.online)`,
  findPlace: async (db, imei) => {
    const found = await db.selectFrom('cabinet').select(['id', 'spot_id']).where('imei', '=', imei).executeTakeFirst();
    return { cabinetId: found?.id, spotId: found?.spot_id ?? null };
  },
  changesCondition: () => false,
  fold: async (client, cabinets) => {
    const changes = [];
    for (const reports of cabinets.toSorted(byImei)) {
      const device = reports[0]?.device;
      const start = device && (await lockCondition(client, device));
      if (!device || !start) continue;
      const folded = foldReports(start, reports, applied);
      await saveCondition(client, device, folded);
      changes.push({ device, folded });
    }
    return changes;
  },
  factOf,
  measurements: [],
};

const FACTS = {
  'bank.returned': cabinetEvents.returnReported,
  'bank.ejected': cabinetEvents.ejectReported,
  'bank.slot': cabinetEvents.slotReported,
  'bank.slots': cabinetEvents.slotsReported,
  'adverts.loaded': cabinetEvents.advertsLoaded,
} as const;

function factOf({ incoming, data }: PlacedEvent<CabinetEventData>): Fact {
  const { id, imei } = incoming.device;
  return {
    name: FACTS[data.kind].name,
    aggregate: imei,
    payload: { cabinetId: id, ...reportedBy(incoming), report: data },
  };
}

const byImei = (one: readonly PlacedReport<CabinetReport>[], other: readonly PlacedReport<CabinetReport>[]): number =>
  (one[0]?.device.imei ?? '') < (other[0]?.device.imei ?? '') ? -1 : 1;

/** The condition after a report; nothing where it is older than what is known. */
function applied(
  known: CabinetCondition,
  { ordinal, frame, report }: PlacedReport<CabinetReport>,
): CabinetCondition | undefined {
  const place = { session: ordinal, seq: frame.seq };
  switch (report.kind) {
    case 'config':
      return { ...known, configVersion: report.data.version };
    case 'event':
      return known;
    case 'telemetry': {
      if (!isNewer(place, { session: known.telemetryOrdinal, seq: known.telemetrySeq })) return undefined;
      const { signal = known.signal, temperatureTenths = known.temperatureTenths, slots = [] } = report.data;
      const marks = { telemetryOrdinal: ordinal, telemetrySeq: frame.seq };
      return { ...known, ...marks, signal, temperatureTenths, charges: [...known.charges, ...slots] };
    }
    case 'state': {
      const isNews = isNewer(place, { session: known.presence.session ?? -1, seq: known.stateSeq });
      if (!isNews || !report.data.online) return undefined;
      const { fw, hardware, model, iccid, signal } = report.data;
      return {
        ...known,
        ...{ stateSeq: frame.seq, firmware: fw ?? known.firmware, signal: signal ?? known.signal },
        ...{ hardware: hardware ?? '', model: model ?? '', simId: iccid ?? '' },
      };
    }
  }
}

interface ConditionRow {
  online: boolean;
  presence_changed_at: Date | null;
  last_heard_at: Date | null;
  session: string | null;
  session_ordinal: number;
  session_ended: boolean;
  state_seq: number;
  telemetry_ordinal: number;
  telemetry_seq: number;
  clock_skew_seconds: number;
  firmware: string;
  signal: number | null;
  temperature_tenths: number | null;
  config_version: number | null;
}

async function lockCondition(client: pg.PoolClient, device: Device): Promise<CabinetCondition | undefined> {
  const { rows } = await client.query<ConditionRow>({
    name: 'ingest-cabinet-lock',
    text: `select online, presence_changed_at, last_heard_at, session, session_ordinal, session_ended, state_seq, telemetry_ordinal,
                  telemetry_seq, clock_skew_seconds, firmware, signal, temperature_tenths, config_version
             from cabinet where tenant_id = $1 and imei = $2 for no key update`,
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
      telemetryOrdinal: row.telemetry_ordinal,
      telemetrySeq: Number(row.telemetry_seq),
      clockSkewSeconds: row.clock_skew_seconds,
      // what people typed stands: a birth fills in what is empty
      ...{ hardware: '', model: '', simId: '', charges: [] },
      ...{ firmware: row.firmware, signal: row.signal, temperatureTenths: row.temperature_tenths },
      configVersion: row.config_version,
    }
  );
}

async function saveCondition(
  client: pg.PoolClient,
  device: Device,
  { condition }: Folded<CabinetCondition>,
): Promise<void> {
  const { presence, session, stateSeq, firmware, signal, temperatureTenths, configVersion, charges } = condition;
  await client.query({
    name: 'ingest-cabinet-save',
    text: `update cabinet set online = $3, presence_changed_at = $4, last_heard_at = $5, session = $6, session_ordinal = $7,
                  session_ended = $8, state_seq = $9, clock_skew_seconds = $10, firmware = $11, config_version = $12, signal = $13,
                  temperature_tenths = $14, telemetry_ordinal = $15, telemetry_seq = $16,
                  hardware_version = case when hardware_version = '' then $17 else hardware_version end,
                  model = case when model = '' then $18 else model end, sim_id = case when sim_id = '' then $19 else sim_id end
            where tenant_id = $1 and imei = $2`,
    values: [
      ...[device.tenantId, device.imei, presence.online, presence.since, presence.lastHeardAt, session],
      ...[presence.session ?? 0, presence.ended, stateSeq, condition.clockSkewSeconds, firmware, configVersion],
      ...[signal, temperatureTenths, condition.telemetryOrdinal, condition.telemetrySeq],
      ...[condition.hardware, condition.model, condition.simId],
    ],
  });
  if (charges.length === 0) return;
  await client.query({
    name: 'ingest-cabinet-charges',
    text: `update cabinet_slot s set soc = case when s.serial is null then s.soc else coalesce(n.soc, s.soc) end,
                  temperature_tenths = coalesce(n.temperature_tenths, s.temperature_tenths)
             from (select distinct on (slot) * from unnest($3::int[], $4::int[], $5::int[]) with ordinality
                     as n(slot, soc, temperature_tenths, place) order by slot, place desc) n
            where s.tenant_id = $1 and s.cabinet_id = $2 and s.slot = n.slot`,
    values: [
      ...[device.tenantId, device.id, charges.map(({ slot }) => slot)],
      ...[charges.map(({ soc }) => soc ?? null), charges.map((each) => each.temperatureTenths ?? null)],
    ],
  });
}
