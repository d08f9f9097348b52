import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandState } from '#domains/devices/contract/commands.ts';
import {
  type CommandTrigger,
  commandDueAt,
  expiryOf,
  isActiveCommand,
  nextCommandState,
  type TimedCommand,
} from './command-state.ts';
import { CONFIGURING, MOVING } from './command-timing.ts';

const issuedAt = new Date('2027-03-01T09:00:00Z');
const secondsLater = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);
const TIMING = {
  restart: MOVING,
  work: { ...MOVING, resultSeconds: 300 },
  setMode: CONFIGURING,
  uploadLog: { ...CONFIGURING, resultSeconds: 600 },
};
type Cmd = keyof typeof TIMING;
const aCommand = (cmd: Cmd, facts: Partial<TimedCommand> = {}): TimedCommand => ({
  timing: TIMING[cmd],
  state: 'queued',
  issuedAt,
  ttlSeconds: TIMING[cmd].ttlSeconds,
  sentAt: null,
  attempts: 0,
  late: false,
  ...facts,
});
const aSent = (cmd: Cmd, state: CommandState = 'sent') => aCommand(cmd, { state, sentAt: issuedAt, attempts: 1 });
const timer: CommandTrigger = { kind: 'timer' };
const ok: CommandTrigger = { kind: 'result', ok: true, code: 'DONE' };
const notOk: CommandTrigger = { kind: 'result', ok: false, code: 'BUSY' };

test.each<[CommandState, CommandTrigger, CommandState]>([
  ['queued', { kind: 'published' }, 'sent'],
  ['queued', { kind: 'cancel' }, 'cancelled'],
  ['queued', { kind: 'withdraw' }, 'cancelled'],
  ['sent', { kind: 'withdraw' }, 'cancelled'],
  ['running', { kind: 'withdraw' }, 'cancelled'],
  ['timed_out', { kind: 'withdraw' }, 'cancelled'],
  ['sent', { kind: 'accepted' }, 'accepted'],
  ['sent', { kind: 'running' }, 'running'],
  ['accepted', { kind: 'running' }, 'running'],
  ['sent', ok, 'succeeded'],
  ['accepted', notOk, 'failed'],
  ['running', ok, 'succeeded'],
  ['sent', { kind: 'result', ok: false, code: 'EXPIRED' }, 'expired'],
])('%s, %o: %s', (state, trigger, to) => {
  const command = state === 'queued' ? aCommand('restart') : aSent('restart', state);
  expect(nextCommandState(command, trigger, secondsLater(1))).toMatchObject({
    changes: true,
    command: { state: to, late: false },
  });
});

test.each<[CommandState, CommandTrigger]>([
  ['sent', { kind: 'cancel' }],
  ['running', { kind: 'accepted' }],
  ['running', { kind: 'running' }],
  ['succeeded', notOk],
  ['failed', ok],
  ['cancelled', ok],
  ['cancelled', { kind: 'withdraw' }],
  ['succeeded', { kind: 'withdraw' }],
  ['cancelled', { kind: 'published' }],
  ['expired', { kind: 'published' }],
  ['succeeded', timer],
])('%s, %o changes nothing', (state, trigger) => {
  expect(nextCommandState(aSent('restart', state), trigger, secondsLater(1))).toMatchObject({ changes: false });
});

test('a late result is taken, and marked', () => {
  expect(nextCommandState(aSent('restart', 'timed_out'), ok, secondsLater(500))).toMatchObject({
    command: { state: 'succeeded', late: true },
  });
  expect(nextCommandState(aSent('restart', 'timed_out'), notOk, secondsLater(500))).toMatchObject({
    command: { state: 'failed', late: true },
  });
});

describe('time', () => {
  test.each<[Cmd, number, number]>([
    ['restart', 60, 30],
    ['work', 300, 30],
    ['setMode', 60, 86_400],
    ['uploadLog', 600, 86_400],
  ])('%s: result within %i s, time to live %i s', (cmd, result, ttl) => {
    expect(expiryOf(aCommand(cmd))).toEqual(secondsLater(ttl));
    for (const state of ['accepted', 'running'] as const) {
      expect(commandDueAt(aSent(cmd, state))).toEqual(secondsLater(result));
      expect(nextCommandState(aSent(cmd, state), timer, secondsLater(result - 1))).toEqual({
        changes: false,
        because: 'not-due',
      });
      expect(nextCommandState(aSent(cmd, state), timer, secondsLater(result))).toMatchObject({
        command: { state: 'timed_out' },
      });
    }
  });

  test('a command that waits too long for its device expires and is not published any more', () => {
    expect(nextCommandState(aCommand('restart'), timer, secondsLater(30))).toMatchObject({
      command: { state: 'expired' },
    });
    expect(nextCommandState(aCommand('restart'), { kind: 'published' }, secondsLater(30))).toMatchObject({
      command: { state: 'expired' },
    });
    expect(nextCommandState(aCommand('setMode'), { kind: 'published' }, secondsLater(3600))).toMatchObject({
      command: { state: 'sent', attempts: 1 },
    });
  });

  test('what moves parts is sent once: without a receipt in 10 s it has timed out', () => {
    for (const cmd of ['work', 'restart'] as const) {
      expect(nextCommandState(aSent(cmd), timer, secondsLater(9))).toMatchObject({ changes: false });
      expect(nextCommandState(aSent(cmd), timer, secondsLater(10))).toMatchObject({
        resend: false,
        command: { state: 'timed_out', attempts: 1 },
      });
    }
  });

  test('configuration is sent again after pauses of 5, 15 and 45 s, then it has timed out', () => {
    let command = aSent('setMode');
    const sentAfter = [];
    for (;;) {
      const dueAt = commandDueAt(command)!;
      const next = nextCommandState(command, timer, dueAt);
      if (!next.changes || !next.resend) {
        expect(next).toMatchObject({ command: { state: 'timed_out', attempts: 4 } });
        break;
      }
      command = next.command;
      sentAfter.push((dueAt.getTime() - issuedAt.getTime()) / 1000);
    }
    expect(sentAfter).toEqual([15, 40, 95]);
  });

  test('configuration is not sent again after its time to live', () => {
    const command = aCommand('setMode', { state: 'sent', sentAt: secondsLater(86_395), attempts: 1 });
    expect(nextCommandState(command, timer, commandDueAt(command)!)).toMatchObject({
      resend: false,
      command: { state: 'expired' },
    });
  });
});

test('whatever happens, a command ends, and an ended one moves on only by a late result', () => {
  const triggers = fc.constantFrom<CommandTrigger>(
    { kind: 'published' },
    { kind: 'accepted' },
    { kind: 'running' },
    { kind: 'cancel' },
    ok,
    notOk,
  );
  fc.assert(
    fc.property(
      fc.constantFrom<Cmd>('restart', 'work', 'setMode', 'uploadLog'),
      fc.array(fc.tuple(triggers, fc.nat(400)), { maxLength: 15 }),
      (cmd, story) => {
        let command = aCommand(cmd);
        let elapsed = 0;
        for (const [trigger, pause] of story) {
          elapsed += pause;
          const wasActive = isActiveCommand(command.state);
          const wasTimedOut = command.state === 'timed_out';
          const next = nextCommandState(command, trigger, secondsLater(elapsed));
          if (!next.changes) continue;
          expect(wasActive || (wasTimedOut && next.command.late)).toBe(true);
          command = next.command;
        }
        for (let turns = 0; commandDueAt(command) !== null; turns += 1) {
          expect(turns).toBeLessThan(10);
          const next = nextCommandState(command, timer, commandDueAt(command)!);
          expect(next.changes).toBe(true);
          if (next.changes) command = next.command;
        }
        expect(isActiveCommand(command.state)).toBe(false);
      },
    ),
  );
});
