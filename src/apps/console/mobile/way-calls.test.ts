import { expect, test } from 'vitest';
import { alarms } from '#domains/alarms/contract/alarms.ts';
import { alarmCalls } from '#domains/alarms/contract/calls.ts';
import { alarmEndpoints } from '#domains/alarms/contract/endpoints.ts';

const { figures, acknowledge, assign, comment, snooze } = alarmEndpoints;

// the phone names calls without their schemas, which would bring zod along
test.each([
  [alarmCalls.page, alarms.endpoints.page],
  [alarmCalls.figures, figures],
  [alarmCalls.acknowledge, acknowledge],
  [alarmCalls.assign, assign],
  [alarmCalls.comment, comment],
  [alarmCalls.snooze, snooze],
])('$path is the call that the server has', (plain, { method, path, permission }) => {
  expect({ method: plain.method, path: plain.path, permission: plain.permission }).toEqual({
    ...{ method, path, permission },
  });
});
