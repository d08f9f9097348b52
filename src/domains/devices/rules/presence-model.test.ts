import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNewer, type MessagePosition } from './message-order.ts';
import { NEVER_HEARD, nextPresence, type Presence } from './presence.ts';

// A device that connects, speaks, loses its line and comes back, over a network that repeats and delays, against what the
// device itself knows (security 19.3, practice 10).
const REPORT_SECONDS = 60;
const SILENT_SECONDS = 180;
const T0 = Date.UTC(2027, 2, 1, 9);

interface Message extends MessagePosition {
  readonly kind: 'birth' | 'contact' | 'will' | 'goodbye';
}
/** The device and the wire. */
interface World {
  now: number;
  session: number;
  seq: number;
  /** Newest that came through, by session and number. */
  newest: Message | null;
  newestSessionOver: boolean;
  lastSignAt: number;
  listeningSince: number;
  readonly delayed: Message[];
  readonly seen: Message[];
}
type Rules = { nextPresence: typeof nextPresence; isNewer: typeof isNewer };
interface Server {
  presence: Presence;
  applied: MessagePosition | null;
  turns: { online: boolean; at: number }[];
  readonly rules: Rules;
}

function arrive(world: World, server: Server, message: Message): void {
  const isOld = world.newest !== null && message.session < world.newest.session;
  const isSameSession = world.newest !== null && message.session === world.newest.session;
  if (!isOld) {
    const isOver = isSameSession && world.newestSessionOver;
    const ends = message.kind === 'will' || message.kind === 'goodbye';
    world.newestSessionOver = isOver || ends;
    if (!isOver && !ends) world.lastSignAt = world.now;
    if (!isSameSession || message.seq > world.newest!.seq) world.newest = message;
  }
  world.seen.push(message);
  const decision = server.rules.nextPresence(
    server.presence,
    { kind: message.kind, session: message.session },
    new Date(world.now),
  );
  server.presence = decision.presence;
  if (decision.change) server.turns.push({ online: decision.change.online, at: world.now });
  if (server.rules.isNewer(message, server.applied)) server.applied = { session: message.session, seq: message.seq };
  look(world, server);
}

function look(world: World, server: Server): void {
  const heard = world.newest !== null;
  expect(server.presence.session).toBe(heard ? world.newest!.session : null);
  const speaks = heard && !world.newestSessionOver && world.now - world.lastSignAt < SILENT_SECONDS * 1_000;
  if (speaks) expect(server.presence.online, 'a session that lives and speaks').toBe(true);
  if (world.newestSessionOver) expect(server.presence.online, 'a session that is over').toBe(false);
  expect(server.applied, 'the newest state counts').toEqual(
    heard ? { session: world.newest!.session, seq: world.newest!.seq } : null,
  );
  for (const [i, turn] of server.turns.entries()) expect(turn.online, 'turns alternate').toBe(i % 2 === 0);
  expect(server.presence.online).toBe(server.turns.length % 2 === 1);
}

abstract class Event implements fc.Command<World, Server> {
  check(_world: Readonly<World>): boolean {
    return true;
  }
  abstract run(world: World, server: Server): void;
  toString = (): string => `${this.constructor.name} ${JSON.stringify(this)}`;
}
class Connects extends Event {
  run(world: World, server: Server): void {
    world.session += 1;
    world.seq = 0;
    arrive(world, server, { kind: 'birth', session: world.session, seq: 0 });
    expect(server.presence.online).toBe(true);
  }
}
class Speaks extends Event {
  readonly how: 'now' | 'later' | 'lost';
  constructor(how: 'now' | 'later' | 'lost') {
    super();
    this.how = how;
  }
  override check = (world: Readonly<World>): boolean => world.session > 0;
  run(world: World, server: Server): void {
    world.seq += 1;
    const message: Message = { kind: 'contact', session: world.session, seq: world.seq };
    if (this.how === 'now') arrive(world, server, message);
    if (this.how === 'later') world.delayed.push(message);
  }
}
class LosesItsLine extends Event {
  readonly how: 'will' | 'goodbye';
  readonly late: boolean;
  constructor(how: 'will' | 'goodbye', late: boolean) {
    super();
    this.how = how;
    this.late = late;
  }
  override check = (world: Readonly<World>): boolean => world.session > 0;
  run(world: World, server: Server): void {
    const message: Message = { kind: this.how, session: world.session, seq: world.seq + 1 };
    if (this.late) world.delayed.push(message);
    else arrive(world, server, message);
  }
}
class Delivers extends Event {
  readonly place: number;
  readonly again: boolean;
  constructor(place: number, again: boolean) {
    super();
    this.place = place;
    this.again = again;
  }
  override check = (world: Readonly<World>): boolean => (this.again ? world.seen : world.delayed).length > 0;
  run(world: World, server: Server): void {
    const from = this.again ? world.seen : world.delayed;
    const index = this.place % from.length;
    const message = this.again ? from[index]! : from.splice(index, 1)[0]!;
    arrive(world, server, message);
  }
}
abstract class Lasts extends Event {
  readonly seconds: number;
  constructor(seconds: number) {
    super();
    this.seconds = seconds;
  }
}
class TimePasses extends Lasts {
  run(world: World, server: Server): void {
    world.now += this.seconds * 1_000;
    const { presence, change } = server.rules.nextPresence(
      server.presence,
      {
        kind: 'silenceCheck',
        reportIntervalSeconds: REPORT_SECONDS,
        listeningSince: new Date(world.listeningSince),
      },
      new Date(world.now),
    );
    const isSilent = world.now - Math.max(world.lastSignAt, world.listeningSince) >= SILENT_SECONDS * 1_000;
    expect(change !== null, 'offline by silence exactly then').toBe(server.presence.online && isSilent);
    server.presence = presence;
    if (change) server.turns.push({ online: change.online, at: world.now });
    look(world, server);
  }
}
/** Nobody listens and nobody looks. */
class ServerIsAway extends Lasts {
  run(world: World, server: Server): void {
    world.now += this.seconds * 1_000;
    world.listeningSince = world.now;
    look(world, server);
  }
}

const events = fc.oneof(
  fc.constant(new Connects()),
  fc.constantFrom('now' as const, 'now' as const, 'later' as const, 'lost' as const).map((how) => new Speaks(how)),
  fc
    .tuple(fc.constantFrom('will' as const, 'goodbye' as const), fc.boolean())
    .map(([how, late]) => new LosesItsLine(how, late)),
  fc.tuple(fc.nat(30), fc.boolean()).map(([place, again]) => new Delivers(place, again)),
  fc.constantFrom(1, 59, 120, 179, 180, 3_600).map((seconds) => new TimePasses(seconds)),
  fc.constantFrom(5, 200, 3_600).map((seconds) => new ServerIsAway(seconds)),
);
const life = (rules: Rules) =>
  fc.property(fc.commands([events], { maxCommands: 50, size: '+2' }), (commands) => {
    fc.modelRun(
      () => ({
        model: {
          now: T0,
          session: 0,
          seq: 0,
          newest: null,
          newestSessionOver: false,
          ...{ lastSignAt: T0, listeningSince: T0 },
          delayed: [],
          seen: [],
        },
        real: { presence: NEVER_HEARD, applied: null, turns: [], rules },
      }),
      commands,
    );
  });

test('a device is online while its newest session lives and speaks, and its newest word counts', () => {
  fc.assert(life({ nextPresence, isNewer }), { numRuns: 500 });
});

const BROKEN: Record<string, Rules> = {
  'a will of an older session that flaps a device': {
    isNewer,
    nextPresence: (current, signal, now) =>
      nextPresence(current, signal.kind === 'will' ? { ...signal, session: current.session ?? 0 } : signal, now),
  },
  'a lost update: a message that overwrites a newer one': { nextPresence, isNewer: () => true },
  'numbers that go on over sessions': {
    nextPresence,
    isNewer: (message, applied) => applied === null || message.seq > applied.seq,
  },
};
test.each(Object.keys(BROKEN))('the model notices %s', (name) => {
  expect(fc.check(life(BROKEN[name]!), { numRuns: 500, seed: 20_261_121 }).failed).toBe(true);
});
