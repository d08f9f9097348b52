import { expect, test } from 'vitest';
import { AckMessage } from '#domains/devices/contract/messages.ts';
import { deviceProtocol } from './device-protocol.ts';
import { RobotEventMessage, StateMessage } from './messages.ts';

const frame = { v: 1, id: '01J', ts: '2027-03-01T09:15:02.120Z', seq: 417, session: '8f3c' };

test('the examples of the specification are valid messages', () => {
  expect(StateMessage.safeParse({ ...frame, data: { online: true, fw: '4.2.0' } }).success).toBe(true);
  const step = { kind: 'order.step', orderNo: '20270301100000000001', line: 1, step: 2, event: 2301 };
  expect(RobotEventMessage.safeParse({ ...frame, data: step }).success).toBe(true);
  expect(AckMessage.safeParse({ v: 1, stage: 'accepted', ts: '2027-03-01T09:15:00.400Z' }).success).toBe(true);
  const result = { v: 1, stage: 'result', ok: true, code: 'EJECTED', data: { serial: 'PB001' }, ts: frame.ts };
  expect(AckMessage.safeParse(result).success).toBe(true);
});

test('an unknown field is ignored, an unknown version is not accepted', () => {
  expect(StateMessage.parse({ ...frame, colour: 'red', data: { online: true, smell: 'coffee' } })).toEqual({
    ...frame,
    data: { online: true },
  });
  expect(StateMessage.safeParse({ ...frame, v: 2, data: { online: true } }).success).toBe(false);
});

test('the published protocol has a schema for every message and command', () => {
  const protocol = JSON.parse(JSON.stringify(deviceProtocol())) as {
    messages: Record<string, { schema: { $schema: string } }>;
    commands: Record<string, unknown>;
  };
  expect(Object.keys(protocol.commands)).toEqual([
    'makeOrder',
    'restart',
    'setMaintenance',
    'uploadLog',
    'reportState',
    'clean',
    'openOutlet',
  ]);
  for (const message of Object.values(protocol.messages)) expect(message.schema.$schema).toContain('2020-12');
});

test('each kind of device is told all messages that it says and hears, below its own topic', () => {
  const { messages, kinds } = JSON.parse(JSON.stringify(deviceProtocol())) as {
    messages: Record<string, { topic: string; schema: { $schema: string } }>;
    kinds: Record<
      string,
      { topicPrefix: string; messages: typeof messages; commands: Record<string, { args: object }> }
    >;
  };
  expect(Object.keys(kinds)).toEqual(['cabinet', 'pos']);
  for (const kind of Object.values(kinds)) {
    expect(Object.keys(kind.messages)).toEqual(Object.keys(messages));
    for (const { topic, schema } of Object.values(kind.messages)) {
      expect(topic.startsWith(`${kind.topicPrefix}/`)).toBe(true);
      expect(schema.$schema).toContain('2020-12');
    }
    for (const { args } of Object.values(kind.commands)) expect(args).toMatchObject({ type: 'object' });
  }
});
