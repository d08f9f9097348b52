import { expect, test } from 'vitest';
import { type CommandTrigger, nextCommandState, type TimedCommand } from '#domains/devices/rules/command-state.ts';
import { CABINET_TIMING } from './command-timing.ts';

const START = Date.parse('2026-11-28T10:00:00Z');
const after = (seconds: number): Date => new Date(START + seconds * 1_000);
const timing = CABINET_TIMING.eject;
const sent: TimedCommand = {
  ...{ timing, state: 'sent', issuedAt: after(0), ttlSeconds: timing.ttlSeconds, sentAt: after(0), attempts: 1 },
  late: false,
};
const told = (command: TimedCommand, trigger: CommandTrigger, seconds: number): TimedCommand => {
  const decision = nextCommandState(command, trigger, after(seconds));
  return decision.changes ? decision.command : command;
};

test('an eject is waited for as long as the cabinet may still do it, heard of or not, and no longer (practice 9)', () => {
  const accepted = told(sent, { kind: 'accepted' }, 1);
  for (const command of [sent, accepted]) {
    expect(told(command, { kind: 'timer' }, timing.ttlSeconds - 1)).toBe(command);
    expect(told(command, { kind: 'timer' }, timing.ttlSeconds).state).toBe('timed_out');
  }
  expect(timing.ttlSeconds).toBe(30);
});
