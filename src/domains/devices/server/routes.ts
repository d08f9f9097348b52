import { deviceProtocol } from '#domains/devices/contract/device-protocol.ts';
import { deviceEndpoints } from '#domains/devices/contract/endpoints.ts';
import { robotHistoryEndpoint } from '#domains/devices/contract/history-endpoint.ts';
import { type RawRoute, type Route, rawRoute, route } from '#platform/http/server/route.ts';
import { askRobot, cancelCommand } from './ask-robot.ts';
import { addRobot, bindServiceSpots, updateRobot, updateStatus } from './change-robots.ts';
import { getCommandBatch, pageBatchItems, retryCommandBatch, startCommandBatch } from './command-batch.ts';
import { listMqttAccess, rotateCredential } from './device-access.ts';
import { listTemperatures, pageCommands, pageDeviceLogs, pageQuarantine, readEventLog } from './find-history.ts';
import { countRobotsByHealth, monitorRobots, oneRobot, pageRobots } from './find-robots.ts';
import { robotHistory } from './robot-history.ts';
import { checkRobotImport } from './robot-import.ts';
import { takeOverLevel } from './take-over-level.ts';

export const deviceRoutes: readonly Route[] = [
  route(deviceEndpoints.page, pageRobots),
  route(deviceEndpoints.healthCounts, countRobotsByHealth),
  route(deviceEndpoints.one, oneRobot),
  route(robotHistoryEndpoint, robotHistory),
  route(deviceEndpoints.monitor, monitorRobots),
  route(deviceEndpoints.add, addRobot),
  route(deviceEndpoints.importCheck, checkRobotImport),
  route(deviceEndpoints.update, updateRobot),
  route(deviceEndpoints.updateStatus, updateStatus),
  route(deviceEndpoints.startBatch, startCommandBatch),
  route(deviceEndpoints.batch, getCommandBatch),
  route(deviceEndpoints.batchItems, pageBatchItems),
  route(deviceEndpoints.retryBatch, retryCommandBatch),
  route(deviceEndpoints.bindServiceSpots, bindServiceSpots),
  route(deviceEndpoints.takeOverLevel, takeOverLevel),
  route(deviceEndpoints.getMqtts, listMqttAccess),
  route(deviceEndpoints.rotateCredential, rotateCredential),
  route(deviceEndpoints.sendCommand, askRobot),
  route(deviceEndpoints.cancelCommand, cancelCommand),
  route(deviceEndpoints.commands, pageCommands),
  route(deviceEndpoints.deviceLogs, pageDeviceLogs),
  route(deviceEndpoints.eventLog, readEventLog),
  route(deviceEndpoints.temperatures, listTemperatures),
  route(deviceEndpoints.quarantine, pageQuarantine),
];

const protocolText = JSON.stringify(deviceProtocol(), null, 2);

export const deviceProtocolRoute: RawRoute = rawRoute({
  method: 'GET',
  path: '/api/device-protocol.json',
  openBecause: 'firmware developers read the protocol without an account',
  summary: 'Topics and JSON Schema of every device message and command',
  handle: async (_services, _request, reply) => reply.type('application/json; charset=utf-8').send(protocolText),
});
