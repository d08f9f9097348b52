import { expect, test } from 'vitest';
import { alarmsOf, isAlarmOn } from './robot-alarms.ts';

const heartbeat = (on?: boolean) => (on === undefined ? {} : { alarmHeartbeat: on });

test.each([
  { spot: undefined, robot: undefined, on: true },
  { spot: true, robot: true, on: true },
  { spot: false, robot: true, on: false },
  { spot: true, robot: false, on: false },
  { spot: false, robot: undefined, on: false },
])('spot $spot, robot $robot: $on', ({ spot, robot, on }) => {
  expect(isAlarmOn('alarmHeartbeat', heartbeat(spot), heartbeat(robot))).toBe(on);
});

test('what nobody turned off is on', () => {
  expect(Object.values(alarmsOf({ alarmPosNetwork: false })).filter((on) => !on)).toHaveLength(1);
});
