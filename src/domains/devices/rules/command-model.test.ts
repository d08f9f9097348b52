import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandState } from '#domains/devices/contract/commands.ts';
import { type CommandTrigger, commandDueAt, nextCommandState, type TimedCommand } from './command-state.ts';
import { CONFIGURING, type CommandTiming, MOVING } from './command-timing.ts';

// A command, whatever the server, its timer and the device say in whatever order, against a notebook that keeps only what
// must be true of it (security 19.3, practice 11).
const T0 = Date.UTC(2027, 2, 1, 9);
type Next = typeof nextCommandState;

interface Notebook {
  now: number;
  published: number;
  /** Set once and never left again. */
  end: CommandState | null;
}
interface Desk {
  command: TimedCommand;
  readonly next: Next;
}

const WAYS: Record<CommandState, readonly CommandState[]> = {
  queued: ['sent', 'expired', 'cancelled'],
  sent: ['sent', 'accepted', 'running', 'succeeded', 'failed', 'timed_out', 'expired'],
  accepted: ['running', 'succeeded', 'failed', 'timed_out', 'expired'],
  running: ['running', 'succeeded', 'failed', 'timed_out', 'expired'],
  // the device was late: what it says counts all the same, and is marked
  timed_out: ['succeeded', 'failed', 'expired'],
  succeeded: [],
  failed: [],
  expired: [],
  cancelled: [],
};
const FINAL: readonly CommandState[] = ['succeeded', 'failed', 'expired', 'cancelled'];

class Says implements fc.Command<Notebook, Desk> {
  readonly trigger: CommandTrigger;
  readonly afterSeconds: number;
  constructor(trigger: CommandTrigger, afterSeconds: number) {
    this.trigger = trigger;
    this.afterSeconds = afterSeconds;
  }
  check = (): boolean => true;
  run(book: Notebook, desk: Desk): void {
    book.now += this.afterSeconds * 1_000;
    const before = desk.command;
    const { timing } = before;
    const decision = desk.next(before, this.trigger, new Date(book.now));
    if (!decision.changes) {
      // a timer that is due is never left standing: it would be asked again for ever
      const dueAt = commandDueAt(before);
      if (this.trigger.kind === 'timer' && dueAt) expect(book.now).toBeLessThan(dueAt.getTime());
      return;
    }
    const after = decision.command;
    desk.command = after;
    expect(WAYS[before.state], `${before.state} → ${after.state}`).toContain(after.state);
    expect(book.end, 'what is over stays over').toBeNull();
    const isPublished = decision.resend || this.trigger.kind === 'published';
    if (isPublished && after.state === 'sent') {
      book.published += 1;
      expect(book.now, 'nothing is published after its time').toBeLessThan(T0 + before.ttlSeconds * 1_000);
      expect(book.published, 'what moves parts is sent once').toBeLessThanOrEqual(1 + timing.resendPauses.length);
    }
    expect(after.attempts).toBe(book.published);
    expect(after.late).toBe(before.state === 'timed_out' && (after.state === 'succeeded' || after.state === 'failed'));
    if (FINAL.includes(after.state)) book.end = after.state;
    expect(commandDueAt(after) === null).toBe(FINAL.includes(after.state) || after.state === 'timed_out');
  }
  toString = (): string => `${JSON.stringify(this.trigger)} after ${this.afterSeconds} s`;
}

const says = fc
  .tuple(
    fc.constantFrom<CommandTrigger>(
      { kind: 'published' },
      { kind: 'accepted' },
      { kind: 'running' },
      { kind: 'result', ok: true },
      { kind: 'result', ok: false, code: 'BUSY' },
      { kind: 'result', ok: false, code: 'EXPIRED' },
      { kind: 'timer' },
      { kind: 'timer' },
      { kind: 'cancel' },
    ),
    fc.constantFrom(0, 1, 4, 9, 11, 16, 31, 61, 301, 90_000),
  )
  .map(([trigger, seconds]) => new Says(trigger, seconds));

const life = (next: Next) =>
  fc.property(
    fc.constantFrom<CommandTiming>(MOVING, { ...MOVING, resultSeconds: 300 }, CONFIGURING),
    fc.commands([says], { maxCommands: 40, size: '+2' }),
    (timing, commands) => {
      const issuedAt = new Date(T0);
      const { ttlSeconds } = timing;
      const command: TimedCommand = {
        timing,
        state: 'queued',
        issuedAt,
        ttlSeconds,
        sentAt: null,
        attempts: 0,
        late: false,
      };
      fc.modelRun(() => ({ model: { now: T0, published: 0, end: null }, real: { command, next } }), commands);
    },
  );

test('a command goes its ways only, is never published late or too often, and what is over stays over', () => {
  fc.assert(life(nextCommandState), { numRuns: 500 });
});

const BROKEN: Record<string, Next> = {
  'a lost update: the count of publications is not kept': (command, trigger, now) => {
    const decision = nextCommandState(command, trigger, now);
    return decision.changes ? { ...decision, command: { ...decision.command, attempts: command.attempts } } : decision;
  },
  'a command that is published after its time': (command, trigger, now) =>
    nextCommandState({ ...command, ttlSeconds: 10 ** 6 }, trigger, now),
  'a result that is taken back': (command, trigger, now) =>
    nextCommandState(command.state === 'succeeded' ? { ...command, state: 'sent' } : command, trigger, now),
};
test.each(Object.keys(BROKEN))('the model notices %s', (name) => {
  expect(fc.check(life(BROKEN[name]!), { numRuns: 500, seed: 20_261_121 }).failed).toBe(true);
});
