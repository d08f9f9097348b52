import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  NEVER_HEARD,
  nextPresence,
  type Presence,
  type PresenceSignal,
  silenceLimitSeconds,
  uptimeBegin,
  uptimeShare,
} from './presence.ts';

const start = new Date('2027-03-01T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const says = (kind: 'birth' | 'will' | 'goodbye' | 'contact', session: number): PresenceSignal => ({ kind, session });

const silence = (reportIntervalSeconds: number, listeningSince = start): PresenceSignal => ({
  ...{ kind: 'silenceCheck', reportIntervalSeconds, listeningSince },
});

function live(...signals: PresenceSignal[]): Presence {
  return signals.reduce((presence, signal) => nextPresence(presence, signal, start).presence, NEVER_HEARD);
}

describe('sessions', () => {
  test('a birth brings a device online', () => {
    expect(nextPresence(NEVER_HEARD, says('birth', 1), start)).toEqual({
      presence: { online: true, session: 1, ended: false, lastHeardAt: start, since: start },
      change: { online: true, reason: 'birth' },
    });
  });

  test.each(['will', 'goodbye'] as const)('the %s of its session takes it offline', (kind) => {
    expect(nextPresence(live(says('birth', 1)), says(kind, 1), secondsLater(5))).toMatchObject({
      presence: { online: false, since: secondsLater(5) },
      change: { online: false, reason: kind },
    });
  });

  test('the will of an older session does not flap a device that is back', () => {
    const back = live(says('birth', 1), says('birth', 2));
    expect(nextPresence(back, says('will', 1), secondsLater(5))).toEqual({ presence: back, change: null });
  });

  test('nothing of an ended session brings a device back, a new session does', () => {
    const gone = live(says('birth', 1), says('will', 1));
    for (const kind of ['birth', 'contact'] as const) {
      expect(nextPresence(gone, says(kind, 1), secondsLater(5))).toEqual({ presence: gone, change: null });
    }
    expect(nextPresence(gone, says('birth', 2), secondsLater(5)).change).toEqual({ online: true, reason: 'birth' });
  });

  test('a will that overtakes its birth ends the session before it began', () => {
    expect(live(says('will', 3), says('birth', 3)).online).toBe(false);
  });

  test('messages of an older session are no sign of life', () => {
    const back = live(says('birth', 2));
    expect(nextPresence(back, says('contact', 1), secondsLater(50)).presence.lastHeardAt).toEqual(start);
  });

  test('a replaced credential ends the session', () => {
    const decision = nextPresence(live(says('birth', 1)), { kind: 'credential' }, secondsLater(1));
    expect(decision.change).toEqual({ online: false, reason: 'credential' });
    expect(nextPresence(decision.presence, says('contact', 1), secondsLater(2)).change).toBeNull();
  });
});

describe('silence', () => {
  test.each([
    [5, 90],
    [30, 90],
    [31, 93],
    [60, 180],
    [600, 1800],
  ])('a report interval of %i s allows %i s of silence', (interval, limit) => {
    expect(silenceLimitSeconds(interval)).toBe(limit);
  });

  test('a device is offline when the limit is reached, and back with its next word', () => {
    const online = live(says('birth', 1));
    const check = silence(60);
    expect(nextPresence(online, check, secondsLater(179.999)).change).toBeNull();
    const silent = nextPresence(online, check, secondsLater(180));
    expect(silent.change).toEqual({ online: false, reason: 'silence' });
    expect(nextPresence(silent.presence, check, secondsLater(500)).change).toBeNull();
    expect(nextPresence(silent.presence, says('contact', 1), secondsLater(600)).change).toEqual({
      online: true,
      reason: 'contact',
    });
  });

  test('every word counts as a sign of life', () => {
    const heard = nextPresence(live(says('birth', 1)), says('contact', 1), secondsLater(100)).presence;
    expect(nextPresence(heard, silence(30), secondsLater(189)).change).toBeNull();
  });

  test('who was not listened to was not silent: after a stop of the server the limit begins anew', () => {
    const online = live(says('birth', 1));
    const check = silence(60, secondsLater(3_600));
    expect(nextPresence(online, check, secondsLater(3_600 + 179)).change).toBeNull();
    expect(nextPresence(online, check, secondsLater(3_600 + 180)).change).toEqual({ online: false, reason: 'silence' });
  });
});

test('a change is told exactly when "online" turns, and the newest session decides', () => {
  const signals: fc.Arbitrary<PresenceSignal> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('birth' as const, 'will' as const, 'goodbye' as const, 'contact' as const),
      session: fc.nat(5),
    }),
    fc
      .tuple(fc.integer({ min: 5, max: 120 }), fc.nat(4_000))
      .map(([interval, since]) => silence(interval, secondsLater(since))),
    fc.record({ kind: fc.constant('credential' as const) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(signals, fc.nat(200)), { maxLength: 40 }), (stream) => {
      let presence = NEVER_HEARD;
      let elapsed = 0;
      for (const [signal, pause] of stream) {
        elapsed += pause;
        const next = nextPresence(presence, signal, secondsLater(elapsed));
        expect(next.change !== null).toBe(next.presence.online !== presence.online);
        expect(next.presence.session ?? -1).toBeGreaterThanOrEqual(presence.session ?? -1);
        if (next.presence.online) expect(next.presence.ended).toBe(false);
        presence = next.presence;
      }
    }),
  );
});

test.each([
  [[], 0],
  [[{ online: true, at: secondsLater(-500) }], 1],
  [
    [
      { online: true, at: secondsLater(0) },
      { online: false, at: secondsLater(250) },
    ],
    0.25,
  ],
  [
    [
      { online: true, at: secondsLater(-10) },
      { online: false, at: secondsLater(100) },
      { online: true, at: secondsLater(900) },
    ],
    0.2,
  ],
  [[{ online: true, at: secondsLater(2000) }], 0],
])('with %o the uptime of 1000 seconds is %d', (changes, share) => {
  expect(uptimeShare(changes, secondsLater(0), secondsLater(1000))).toBeCloseTo(share);
});

test.each([
  ['there before', [secondsLater(-10), secondsLater(20)], secondsLater(0)],
  ['first there within', [secondsLater(10), secondsLater(20)], secondsLater(10)],
  ['not there yet', [], null],
])('a device that was %s begins to be counted then', (_, changes, begin) => {
  const turns = changes.map((at) => ({ at }));
  expect(uptimeBegin(turns, secondsLater(0))).toEqual(begin);
});
