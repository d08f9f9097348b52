import { noteMaterials } from '#domains/beverages/server/index.ts';
import {
  type DeviceDriver,
  type Fact,
  type PlacedEvent,
  protocolVersion1,
  reportedBy,
} from '#domains/devices/server/index.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import {
  type RobotEventData,
  RobotEventMessage,
  StateMessage,
  TelemetryMessage,
} from '#domains/robots/contract/messages.ts';
import { COMMAND_TIMING } from '#domains/robots/rules/command-timing.ts';
import { foldRobot } from './fold-robot.ts';
import {
  insertTemperatures,
  lockRobotConditions,
  type RobotChange,
  updateRobotConditions,
} from './robot-condition-store.ts';
import type { RobotReport } from './robot-report.ts';

/** Coffee robots, as the frame of devices knows them. */
export const robotDriver: DeviceDriver<RobotReport> = {
  kind: 'robot',
  table: 'robot',
  // the next version is a sibling of its own
  protocols: new Map([
    [1, protocolVersion1({ state: StateMessage, telemetry: TelemetryMessage, event: RobotEventMessage })],
  ]),
  commands: COMMAND_TIMING,
  stateCommand: 'reportState',
  liveUpdateInSql: `json_build_object('tenantId', r.tenant_id::text, 'kind', 'robot', 'id', r.id, 'imei', r.imei,
    'spotId', r.spot_id, 'online', r.online, 'mode', r.mode, 'abnormal', r.abnormal)`,
  findPlace: async (db, imei) => {
    const robot = await db.selectFrom('robot').select(['id', 'spot_id']).where('imei', '=', imei).executeTakeFirst();
    return { robotId: robot?.id, spotId: robot?.spot_id ?? null };
  },
  findBrokerUrl: async (db, imei) =>
    (await db.selectFrom('robot').select('broker_url').where('imei', '=', imei).executeTakeFirst())?.broker_url ?? null,
  findFurtherSettings: async (db, imei) => {
    const robot = await db
      .selectFrom('robot')
      .select(['menu_version', 'wanted_firmware'])
      .where('imei', '=', imei)
      .executeTakeFirst();
    return {
      ...(robot?.menu_version ? { menuVersion: robot.menu_version } : {}),
      ...(robot?.wanted_firmware ? { firmware: robot.wanted_firmware } : {}),
    };
  },
  // faults and outlets: a later report has replaced them
  changesCondition: ({ kind }) => kind === 'fault' || kind === 'outlet.changed',
  fold: async (client, robots) => {
    const locked = await lockRobotConditions(
      client,
      robots.flatMap(([first]) => (first ? [first.device] : [])),
    );
    const changes = robots.flatMap((reports): RobotChange[] => {
      const device = reports[0]?.device;
      const robot = device && locked.get(device.imei);
      return robot ? [{ device, folded: foldRobot(robot.condition, reports) }] : [];
    });
    await updateRobotConditions(client, changes);
    await noteMaterials(
      client,
      changes.flatMap(({ device, folded }) =>
        [...folded.materials].map(([code, said]) => ({
          tenantId: device.tenantId,
          robotId: device.id,
          code,
          ...said,
        })),
      ),
    );
    await insertTemperatures(client, robots.flat());
    return changes;
  },
  factOf,
  measurements: [{ table: 'robot_temperature', at: 'at', key: ['tenant_id', 'imei', 'at', 'session', 'seq'] }],
};

/** What other slices act on. The rest is kept for people to read. */
function factOf({ incoming, data }: PlacedEvent<RobotEventData>): Fact | undefined {
  const { id, imei } = incoming.device;
  const payload = { robotId: id, ...reportedBy(incoming), report: data };
  switch (data.kind) {
    case 'order.step':
      return { name: robotEvents.orderStepReported.name, aggregate: data.orderNo, payload };
    case 'material.refilled':
      return { name: robotEvents.materialRefilled.name, aggregate: imei, payload };
    case 'fault':
      return { name: robotEvents.faultReported.name, aggregate: imei, payload };
    case 'log.lines': {
      const { cmdId = null, part, parts } = data;
      return { name: robotEvents.logLinesReported.name, aggregate: imei, payload: { imei, cmdId, part, parts } };
    }
    case 'pos.network':
      return { name: robotEvents.posNetworkReported.name, aggregate: imei, payload };
    default:
      return undefined;
  }
}
