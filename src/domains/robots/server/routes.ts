import { deviceProtocol } from '#domains/robots/contract/device-protocol.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotHistoryEndpoint } from '#domains/robots/contract/history-endpoint.ts';
import { updateMaterialsEndpoints } from '#domains/robots/contract/stock-endpoints.ts';
import { type RawRoute, type Route, rawRoute, route } from '#platform/http/server/route.ts';
import { askRobot, cancelCommand } from './ask-robot.ts';
import { addRobot, bindServiceSpots, updateRobot, updateStatus } from './change-robots.ts';
import { getCommandBatch, pageBatchItems, retryCommandBatch, startCommandBatch } from './command-batch.ts';
import { countMaterials } from './count-materials.ts';
import { listTemperatures, pageCommands, pageDeviceLogs, pageQuarantine, readEventLog } from './find-history.ts';
import { countRobotsByHealth, monitorRobots, oneRobot, pageRobots } from './find-robots.ts';
import { listMqttAccess, rotateCredential } from './robot-access.ts';
import { robotHistory } from './robot-history.ts';
import { checkRobotImport } from './robot-import.ts';
import { takeOverLevel } from './take-over-level.ts';

export const robotRoutes: readonly Route[] = [
  route(robotEndpoints.page, pageRobots),
  route(robotEndpoints.healthCounts, countRobotsByHealth),
  route(robotEndpoints.one, oneRobot),
  route(robotHistoryEndpoint, robotHistory),
  route(robotEndpoints.monitor, monitorRobots),
  route(robotEndpoints.add, addRobot),
  route(robotEndpoints.importCheck, checkRobotImport),
  route(robotEndpoints.update, updateRobot),
  route(robotEndpoints.updateStatus, updateStatus),
  route(robotEndpoints.startBatch, startCommandBatch),
  route(robotEndpoints.batch, getCommandBatch),
  route(robotEndpoints.batchItems, pageBatchItems),
  route(robotEndpoints.retryBatch, retryCommandBatch),
  route(robotEndpoints.bindServiceSpots, bindServiceSpots),
  route(robotEndpoints.takeOverLevel, takeOverLevel),
  ...Object.values(updateMaterialsEndpoints).map((endpoint) => route(endpoint, countMaterials)),
  route(robotEndpoints.getMqtts, listMqttAccess),
  route(robotEndpoints.rotateCredential, rotateCredential),
  route(robotEndpoints.sendCommand, askRobot),
  route(robotEndpoints.cancelCommand, cancelCommand),
  route(robotEndpoints.commands, pageCommands),
  route(robotEndpoints.deviceLogs, pageDeviceLogs),
  route(robotEndpoints.eventLog, readEventLog),
  route(robotEndpoints.temperatures, listTemperatures),
  route(robotEndpoints.quarantine, pageQuarantine),
];

const protocolText = JSON.stringify(deviceProtocol(), null, 2);

export const deviceProtocolRoute: RawRoute = rawRoute({
  method: 'GET',
  path: '/api/device-protocol.json',
  openBecause: 'firmware developers read the protocol without an account',
  summary: 'Topics and JSON Schema of every device message and command',
  handle: async (_services, _request, reply) => reply.type('application/json; charset=utf-8').send(protocolText),
});
