import type pg from 'pg';
import type { Device, IncomingReport } from '#domains/devices/server/index.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import type { RobotMode } from '#domains/robots/contract/robot-status.ts';
import { byTenant } from '#platform/database/rules/by-tenant.ts';
import { abnormalOf, type FoldedRobot, type RobotCondition } from './fold-robot.ts';
import type { RobotReport, RobotTelemetry } from './robot-report.ts';

interface ConditionRow {
  imei: string;
  spot_id: string | null;
  online: boolean;
  presence_changed_at: Date | null;
  last_heard_at: Date | null;
  session: string | null;
  session_ordinal: number;
  session_ended: boolean;
  state_seq: number;
  firmware: string;
  mode: RobotMode;
  mode_is_asked: boolean;
  faults: Fault[];
  making_order_no: string | null;
  telemetry: RobotTelemetry;
  telemetry_at: Date | null;
  telemetry_ordinal: number;
  telemetry_seq: number;
  clock_skew_seconds: number;
  config_version: number | null;
  reported: RobotCondition['reported'];
  reported_at: Date | null;
  reported_changed_at: Date | null;
}

export interface LockedRobot {
  readonly spotId: string | null;
  readonly condition: RobotCondition;
}

/** Locks robots in one order everywhere, of one tenant after the other, so that two servers do not wait for each other. */
export async function lockRobotConditions(
  client: pg.PoolClient,
  devices: readonly Device[],
): Promise<Map<string, LockedRobot>> {
  const locked = new Map<string, LockedRobot>();
  for (const [tenantId, own] of byTenant(devices)) {
    const { rows } = await client.query<ConditionRow>({
      name: 'ingest-robots-lock',
      text: LOCK,
      values: [tenantId, own.map((device) => device.imei)],
    });
    for (const row of rows) locked.set(row.imei, { spotId: row.spot_id, condition: toCondition(row) });
  }
  return locked;
}

function toCondition(row: ConditionRow): RobotCondition {
  return {
    presence: {
      online: row.online,
      session: row.session_ordinal > 0 ? row.session_ordinal : null,
      ended: row.session_ended,
      lastHeardAt: row.last_heard_at,
      since: row.presence_changed_at,
    },
    session: row.session,
    stateSeq: row.state_seq,
    firmware: row.firmware,
    mode: row.mode,
    modeIsAsked: row.mode_is_asked,
    faults: row.faults,
    makingOrderNo: row.making_order_no,
    telemetry: row.telemetry,
    telemetryAt: row.telemetry_at,
    telemetryOrdinal: row.telemetry_ordinal,
    telemetrySeq: row.telemetry_seq,
    clockSkewSeconds: row.clock_skew_seconds,
    configVersion: row.config_version,
    reported: row.reported,
    reportedAt: row.reported_at,
    reportedChangedAt: row.reported_changed_at,
  };
}

export interface RobotChange {
  readonly device: Device;
  readonly folded: FoldedRobot;
}

export async function updateRobotConditions(client: pg.PoolClient, changes: readonly RobotChange[]): Promise<void> {
  const rows = changes.map(({ device, folded: { condition } }) => ({
    tenant_id: device.tenantId,
    imei: device.imei,
    online: condition.presence.online,
    presence_changed_at: condition.presence.since,
    last_heard_at: condition.presence.lastHeardAt,
    session: condition.session,
    session_ordinal: condition.presence.session ?? 0,
    session_ended: condition.presence.ended,
    state_seq: condition.stateSeq,
    firmware: condition.firmware,
    mode: condition.mode,
    faults: condition.faults,
    abnormal: abnormalOf(condition),
    making_order_no: condition.makingOrderNo,
    telemetry: condition.telemetry,
    telemetry_at: condition.telemetryAt,
    telemetry_ordinal: condition.telemetryOrdinal,
    telemetry_seq: condition.telemetrySeq,
    clock_skew_seconds: Math.max(-2_000_000_000, Math.min(2_000_000_000, condition.clockSkewSeconds)),
    config_version: condition.configVersion,
    reported: condition.reported,
    reported_at: condition.reportedAt,
    reported_changed_at: condition.reportedChangedAt,
  }));
  await client.query({ name: 'ingest-robots-update', text: UPDATE, values: [JSON.stringify(rows)] });
}

/** Samples of the temperature curve, on the server's clock. */
export async function insertTemperatures(
  client: pg.PoolClient,
  reports: readonly IncomingReport<RobotReport>[],
): Promise<void> {
  const rows = reports.flatMap(({ device, frame, report, receivedAt }) =>
    report.kind === 'telemetry' && report.data.temperatures?.length
      ? [
          {
            tenant_id: device.tenantId,
            imei: device.imei,
            at: receivedAt,
            session: frame.session,
            seq: frame.seq,
            readings: report.data.temperatures,
          },
        ]
      : [],
  );
  if (rows.length > 0)
    await client.query({ name: 'ingest-temperatures', text: TEMPERATURES, values: [JSON.stringify(rows)] });
}

const LOCK = `
  select r.imei, r.spot_id, r.online, r.presence_changed_at, r.last_heard_at, r.session, r.session_ordinal, r.session_ended,
         r.state_seq, r.firmware, r.mode, r.faults, r.making_order_no, r.telemetry, r.telemetry_at, r.telemetry_ordinal,
         r.telemetry_seq, r.clock_skew_seconds, r.config_version, r.reported, r.reported_at, r.reported_changed_at,
         exists (select from device_command c
                  where c.tenant_id = $1 and c.imei = r.imei and c.cmd = 'setMaintenance'
                    and c.state in ('queued', 'sent', 'accepted', 'running')) as mode_is_asked
    from robot r
   where r.tenant_id = $1 and r.imei = any($2::text[]) and r.retired_at is null
   order by r.imei for no key update of r`;

const UPDATE = `
  update robot r
     set online = n.online, presence_changed_at = n.presence_changed_at, last_heard_at = n.last_heard_at, session = n.session,
         session_ordinal = n.session_ordinal, session_ended = n.session_ended, state_seq = n.state_seq, firmware = n.firmware,
         mode = n.mode, faults = n.faults, abnormal = n.abnormal, making_order_no = n.making_order_no,
         telemetry = n.telemetry, telemetry_at = n.telemetry_at, telemetry_ordinal = n.telemetry_ordinal,
         telemetry_seq = n.telemetry_seq, clock_skew_seconds = n.clock_skew_seconds, config_version = n.config_version,
         reported = n.reported, reported_at = n.reported_at, reported_changed_at = n.reported_changed_at
    from jsonb_to_recordset($1::jsonb) as n(
      tenant_id bigint, imei text, online boolean, presence_changed_at timestamptz, last_heard_at timestamptz, session text,
      session_ordinal integer, session_ended boolean, state_seq bigint, firmware text, mode text, faults jsonb,
      abnormal boolean, making_order_no text, telemetry jsonb, telemetry_at timestamptz, telemetry_ordinal integer,
      telemetry_seq bigint, clock_skew_seconds integer, config_version integer,
      reported jsonb, reported_at timestamptz, reported_changed_at timestamptz)
   where r.tenant_id = n.tenant_id and r.imei = n.imei`;

const TEMPERATURES = `
  insert into robot_temperature (tenant_id, imei, at, session, seq, readings)
  select * from jsonb_to_recordset($1::jsonb)
    as n(tenant_id bigint, imei text, at timestamptz, session text, seq bigint, readings jsonb)
  on conflict do nothing`;
