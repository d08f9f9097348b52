import { expect, test } from 'vitest';
import { deviceRights, deviceTopic, parseUpwardTopic } from './topics.ts';

const device = { tenantId: '1000', kind: 'robot', imei: '860000000000001' } as const;

test.each([
  ['v1/1000/robot/860000000000001/state', { ...device, channel: 'state' }],
  ['v1/1000/robot/860000000000001/config/reported', { ...device, channel: 'config/reported' }],
  ['v1/1000/robot/860000000000001/ack/0199', { ...device, channel: 'ack', commandId: '0199' }],
  ['v1/1000/robot/860000000000001/cmd/0199', undefined],
  ['v1/1000/robot/86+/state', undefined],
  ['v1/0/robot/860000000000001/state', undefined],
  ['v1/1000/kettle/860000000000001/state', undefined],
  ['v1/1000/robot/860000000000001/state/more', undefined],
])('topic %s', (topic, parsed) => {
  expect(parseUpwardTopic(topic)).toEqual(parsed);
});

test('what a device may say is what the server reads', () => {
  const rights = deviceRights(device);
  for (const filter of rights.publish) expect(parseUpwardTopic(filter.replace('+', 'x'))).toMatchObject(device);
  expect(rights.subscribe).toEqual([deviceTopic.commands(device), deviceTopic.configDesired(device)]);
});
