import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import { type Caller, Refused, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { departments } from '#system/departments/server/index.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { tenants } from '#system/tenants/server/index.ts';
import { sessionEndpoints } from '../contract/endpoints.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS, SESSIONS_PER_USER } from '../rules/session-life.ts';
import { endSessionsOf } from './end-sessions.ts';
import { recordSession } from './session-store.ts';
import { aPerson, type TestPerson } from './test-people.ts';

// The sessions of one person over a week – logins, calls, logouts, an idle day, a new password, a lost tenant – against a
// ring of keys (security 19.3, 4.2, 4.3).
const whoami = endpoint({
  method: 'GET',
  path: '/probe/api/tenant',
  permission: null,
  request: z.strictObject({}),
  response: z.string(),
  summary: 'Of a test',
});
const probe = { name: 'probe', routes: [route(whoami, async ({ tenantId }) => tenantId)] };

let product: TestServer;
let ours: string;
let other: string;
beforeAll(async () => {
  product = await startTestServer({ slices: [...signInSlices, departments, tenants, probe], planDue: async () => 0 });
  [ours, other] = [(await product.newTenant()).id, (await product.newTenant()).id];
});
afterAll(() => product.stop());

interface Key {
  readonly token: string;
  readonly madeAt: number;
  usedAt: number;
}
/** The keys that open, oldest first, and the doors. */
interface Ring {
  keys: Key[];
  gone: string[];
  isMemberOfOther: boolean;
  now: number;
}
interface Real {
  readonly person: TestPerson;
  /** How a session is ended and begun; a test puts worse ones here. */
  readonly begin: typeof recordSession;
  readonly end: typeof endSessionsOf;
}

const fits = (key: Key, now: number): boolean =>
  now < key.madeAt + SESSION_MAX_MS && now < key.usedAt + SESSION_IDLE_MS;

async function opens(caller: Caller): Promise<'in' | 'elsewhere' | 'out'> {
  try {
    return (await product.call(whoami, {}, caller)) === caller.tenantId ? 'in' : 'elsewhere';
  } catch (error) {
    if (error instanceof Refused && error.answer.status === 401) return 'out';
    if (error instanceof Refused && error.answer.status === 403) return 'elsewhere';
    throw error;
  }
}

class Act implements fc.AsyncCommand<Ring, Real> {
  readonly words: string;
  readonly act: (ring: Ring, real: Real) => Promise<void>;
  constructor(words: string, act: (ring: Ring, real: Real) => Promise<void>) {
    this.words = words;
    this.act = act;
  }
  check = (): boolean => true;
  async run(ring: Ring, real: Real): Promise<void> {
    // no two things happen in the same instant
    ring.now += 1_000;
    product.services.clock.set(new Date(ring.now));
    await this.act(ring, real);
    for (const token of ring.gone) expect(await opens({ token, tenantId: ours }), this.words).toBe('out');
  }
  toString = (): string => this.words;
}
const drop = (ring: Ring, which: (key: Key) => boolean): void => {
  ring.gone.push(...ring.keys.filter(which).map(({ token }) => token));
  ring.keys = ring.keys.filter((key) => !which(key));
};

const logsIn = new Act('logs in', async (ring, { person, begin }) => {
  const now = new Date(ring.now);
  const token = await product.services.database.identity((db) =>
    begin(db, { userId: person.id, idleSeconds: null, address: '10.0.0.1', userAgent: 'test', now }),
  );
  ring.keys.push({ token, madeAt: ring.now, usedAt: ring.now });
  if (ring.keys.length > SESSIONS_PER_USER) drop(ring, (key) => key === ring.keys[0]);
});
const calls = (which: number, elsewhere: boolean) =>
  new Act(`calls with key ${which}${elsewhere ? ' in the other tenant' : ''}`, async (ring) => {
    const key = ring.keys[which % Math.max(1, ring.keys.length)];
    if (!key) return;
    const door = await opens({ token: key.token, tenantId: elsewhere ? other : ours });
    if (!fits(key, ring.now)) {
      expect(door).toBe('out');
      drop(ring, (one) => one === key);
      return;
    }
    expect(door).toBe(elsewhere && !ring.isMemberOfOther ? 'elsewhere' : 'in');
    if (ring.now - key.usedAt >= 60_000) key.usedAt = ring.now;
  });
const logsOut = (which: number) =>
  new Act(`logs out with key ${which}`, async (ring) => {
    const key = ring.keys[which % Math.max(1, ring.keys.length)];
    if (!key) return;
    await product.call(sessionEndpoints.logout, {}, { token: key.token });
    drop(ring, (one) => one === key);
  });
const newPassword = (which: number) =>
  new Act(`a new password, said with key ${which}`, async (ring, { person, end }) => {
    const why = { because: 'password', at: new Date(ring.now) } as const;
    await product.services.database.identity((db) => end(db, person.id, why));
    drop(ring, () => true);
  });
const timePasses = (hours: number) =>
  new Act(`${hours} h pass`, async (ring) => {
    ring.now += hours * 3_600_000;
    product.services.clock.set(new Date(ring.now));
  });
const membership = (member: boolean) =>
  new Act(member ? 'joins the other tenant' : 'leaves the other tenant', async (ring, { person }) => {
    await product.services.database.acrossTenants('membership of a test', async (db) => {
      const rows = { tenant_id: Number(other), user_id: person.id };
      if (member)
        await db
          .insertInto('membership')
          .values(rows)
          .onConflict((row) => row.doNothing())
          .execute();
      else
        await db
          .deleteFrom('membership')
          .where('tenant_id', '=', rows.tenant_id)
          .where('user_id', '=', rows.user_id)
          .execute();
      await rightsChanged(db, [person.id], other);
    });
    ring.isMemberOfOther = member;
  });

const which = fc.nat(11);
const acts = fc.oneof(
  { weight: 6, arbitrary: fc.constant(logsIn) },
  { weight: 5, arbitrary: fc.tuple(which, fc.boolean()).map((args) => calls(...args)) },
  { weight: 2, arbitrary: which.map(logsOut) },
  { weight: 1, arbitrary: which.map(newPassword) },
  { weight: 2, arbitrary: fc.constantFrom(0.01, 1, 13, 25, 70).map(timePasses) },
  { weight: 1, arbitrary: fc.boolean().map(membership) },
);
const week = (real: Omit<Real, 'person'>) =>
  fc.asyncProperty(fc.commands([acts], { maxCommands: 40, size: '+2' }), async (commands) => {
    const person = await aPerson(product.services, { memberships: [{ tenantId: ours }] });
    const begin = Date.UTC(2027, 2, 1, 9);
    const ring = (): Ring => ({ keys: [], gone: [], isMemberOfOther: false, now: begin });
    await fc.asyncModelRun(() => ({ model: ring(), real: { ...real, person } }), commands);
  });

test('the sessions of a person are a ring of ten keys, each good for a day of rest and a week in all', async () => {
  await fc.assert(week({ begin: recordSession, end: endSessionsOf }), { numRuns: 12, endOnFailure: true });
}, 90_000);

test('the model notices a session that a new password leaves open', async () => {
  const found = await fc.check(week({ begin: recordSession, end: async () => undefined }), {
    numRuns: 12,
    endOnFailure: true,
    seed: 20_261_121,
  });
  expect(found.failed).toBe(true);
}, 90_000);
