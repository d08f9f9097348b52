import { expect, test } from 'vitest';
import { ROBOT_BASES } from '#domains/robots/contract/calls.ts';
import { slices } from './slices.ts';

/** The calls that domain.md 7 names for three bases together; those that it only describes are called as in calls.json (settled 1). */
const NAMES = [
  ...['add', 'update', 'update_v2', 'page', 'one', 'update_materials', 'updateStatus', 'bindServiceSpots'],
  ...['getNewRobot', 'getNewServiceSpots', 'getMqtts', 'changeProtocolurl', 'addHardware', 'ExportAllList'],
  ...['updateGoodsDeviceRelationship', 'goodsMachineRelationship', 'sendCommandToDevice', 'sendDeviceCommand'],
  ...['deviceLogs', 'alarmMessages', 'temperatureAdd', 'temperatureList'],
];

test.each(Object.values(ROBOT_BASES))('%s has every call about robots (settled 2)', (base) => {
  const served = new Set(slices.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint.path)));
  expect(NAMES.filter((name) => !served.has(`${base}/${name}`))).toEqual([]);
});
