import { expect, test } from 'vitest';
import { ROBOT_COMMANDS, type RobotCommand } from '../contract/commands.ts';
import { COMMAND_TIMING } from './command-timing.ts';

test.each<[RobotCommand, number, number, number]>([
  ['makeOrder', 300, 30, 1],
  ['restart', 60, 30, 1],
  ['setMaintenance', 60, 86_400, 4],
  ['uploadLog', 600, 86_400, 4],
  ['reportState', 60, 30, 1],
])('%s: result within %i s, time to live %i s, sent %i times at most', (cmd, result, ttl, times) => {
  const { acceptSeconds, resultSeconds, ttlSeconds, resendPauses } = COMMAND_TIMING[cmd];
  expect({ acceptSeconds, resultSeconds, ttlSeconds, times: 1 + resendPauses.length }).toEqual({
    acceptSeconds: 10,
    resultSeconds: result,
    ttlSeconds: ttl,
    times,
  });
});

test('drinks alone are made one order after the other', () => {
  expect(ROBOT_COMMANDS.filter((cmd) => COMMAND_TIMING[cmd].takesTurns)).toEqual(['makeOrder']);
});
