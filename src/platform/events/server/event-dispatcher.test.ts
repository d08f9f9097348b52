import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { eventType } from '#platform/events/contract/event.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { subscribe, subscribeToMany } from './subscribe.ts';

const Fact = z.object({ n: z.int() });
const happened = eventType('test.happened', Fact);
const unsubscribed = eventType('test.unsubscribed', Fact);

const slowly = eventType('test.slowly', Fact);
const gathered = eventType('test.gathered', Fact);
const mixed = eventType('test.mixed', Fact);
const sorted = eventType('test.sorted', Fact);

type Subscriber = 'ledger' | 'mail' | 'slow' | 'porter' | 'archive' | 'crowd' | 'choir';
const received: { by: Subscriber; n: number; tenantId: string }[] = [];
/** Tests put failures and pauses here. */
let onReceive: (by: Subscriber, n: number) => Promise<void>;
const receive =
  (by: Subscriber) =>
  async (tx: Transaction, { n }: { n: number }) => {
    await tx.audit({ action: `test:${by}`, objectKind: 'received', objectId: String(n) });
    received.push({ by, n, tenantId: tx.tenantId });
    await onReceive(by, n);
  };
/** How many facts each delivery to those that take many had. */
const sizes: number[] = [];
const receiveMany = (by: Subscriber) => async (tx: Transaction, facts: readonly { n: number }[]) => {
  sizes.push(facts.length);
  for (const fact of facts) await receive(by)(tx, fact);
};
const slice: ServerSlice = {
  name: 'test',
  subscriptions: [
    subscribe(happened, 'test.ledger', receive('ledger')),
    subscribe(happened, 'test.mail', receive('mail')),
    subscribe(slowly, 'test.slow', receive('slow'), { limitSeconds: 0.3 }),
    subscribeToMany(gathered, 'test.crowd', receiveMany('crowd')),
    subscribeToMany(gathered, 'test.choir', receiveMany('choir')),
    subscribeToMany(mixed, 'test.crowd-of-mixed', receiveMany('crowd')),
    subscribe(mixed, 'test.ledger-of-mixed', receive('ledger')),
    subscribe(sorted, 'test.even', receive('ledger'), { concerns: ({ n }) => n % 2 === 0 }),
    subscribe(sorted, 'test.threes', receive('mail'), { concerns: ({ n }) => n % 3 === 0, sharesTransaction: true }),
  ],
};

let server: TestServer;
let tenant: TestTenant;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [slice] });
  tenant = await server.newTenant();
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
});
beforeEach(async () => {
  onReceive = async () => undefined;
  await server.runDue();
  await admin.query('delete from outbox; delete from subscription_done; delete from audit_row');
  received.length = 0;
  sizes.length = 0;
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

const publish = (
  numbers: number[],
  options: { event?: typeof happened; aggregate?: string; from?: TestServer; tenantId?: string } = {},
) =>
  runTransaction(
    (options.from ?? server).services,
    { tenantId: options.tenantId ?? tenant.id, actor: SYSTEM_ACTOR },
    async (tx) => {
      for (const n of numbers)
        await tx.publish(options.event ?? happened, { n }, { aggregate: options.aggregate ?? '' });
    },
  );
const receivedBy = (by: Subscriber): number[] => received.filter((one) => one.by === by).map(({ n }) => n);
const waiting = async (): Promise<number> => (await admin.query('select 1 from outbox')).rows.length;
/** Effects that were committed. */
const effects = async (): Promise<string[]> =>
  (
    await admin.query<{ what: string }>(
      "select action || ' ' || object_id as what from audit_row where object_kind = 'received' order by action, object_id::int",
    )
  ).rows.map(({ what }) => what);
/** What was put back after a failure comes now. */
const hurry = () => admin.query('update outbox set next_attempt_at = now() where last_error is not null');

test('each subscriber receives a committed fact once, inside its tenant, and nothing of it is left', async () => {
  await publish([1]);
  await server.runDue();
  expect(received).toEqual([
    { by: 'ledger', n: 1, tenantId: tenant.id },
    { by: 'mail', n: 1, tenantId: tenant.id },
  ]);
  expect(await effects()).toEqual(['test:ledger 1', 'test:mail 1']);
  expect(await waiting()).toBe(0);
  expect((await admin.query('select 1 from subscription_done')).rows).toEqual([]);
});

test('a commit wakes its subscribers by itself', async () => {
  await publish([1]);
  await until(() => received.length === 2);
});

test('a fact of a transaction that was rolled back is never published', async () => {
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, async (tx) => {
    await tx.publish(happened, { n: 1 });
    throw new Error('and back');
  }).catch(() => undefined);
  await server.runDue();
  expect(received).toEqual([]);
});

test('a fact without a subscription is deleted', async () => {
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    tx.publish(unsubscribed, { n: 1 }),
  );
  await server.runDue();
  expect(await waiting()).toBe(0);
});

test('a fact of the wrong form is refused where it is published', async () => {
  const wrong = runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    tx.publish(happened, { n: 'one' } as never),
  );
  await expect(wrong).rejects.toThrow();
  expect(await waiting()).toBe(0);
});

test('the facts of one aggregate are delivered in their order, whatever the pace of each', async () => {
  onReceive = (_by, n) => new Promise((done) => setTimeout(done, (n * 7) % 20));
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  for (const n of numbers) await publish([n], { aggregate: 'order-1' });
  await server.runDue();
  expect(receivedBy('ledger')).toEqual(numbers);
  expect(receivedBy('mail')).toEqual(numbers);
});

test('the facts of one transaction are delivered in the order in which they were published', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  await publish(numbers, { aggregate: 'order-2' });
  await server.runDue();
  expect(receivedBy('ledger')).toEqual(numbers);
});

test('a subscriber that fails receives the fact again; one that succeeded does not', async () => {
  onReceive = async (by) => {
    if (by === 'mail' && receivedBy('mail').length < 3) throw new Error('the post office is closed');
  };
  await publish([1]);
  for (let i = 0; i < 3; i++) {
    await server.runDue();
    await hurry();
  }
  await server.runDue();
  expect(receivedBy('ledger')).toEqual([1]);
  expect(receivedBy('mail')).toEqual([1, 1, 1]);
  expect(await effects(), 'what a failed attempt had written is gone').toEqual(['test:ledger 1', 'test:mail 1']);
  expect(await waiting()).toBe(0);
});

test('after each failure the pause is longer, and the reason stands with the fact', async () => {
  onReceive = async () => {
    throw new Error('the post office is closed');
  };
  await publish([1]);
  const pauses: number[] = [];
  for (let i = 0; i < 4; i++) {
    await server.runDue();
    const { rows } = await admin.query(
      'select extract(epoch from next_attempt_at - now())::float8 as pause, attempts, last_error from outbox',
    );
    expect(rows[0]).toMatchObject({ attempts: i + 1, last_error: 'the post office is closed' });
    pauses.push(rows[0].pause);
    await hurry();
  }
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
});

test('a subscriber that always fails holds up its own aggregate and no other', async () => {
  onReceive = async (_by, n) => {
    if (n === 1) throw new Error('poison');
  };
  await publish([1], { aggregate: 'poisoned' });
  await publish([2], { aggregate: 'poisoned' });
  await publish([3], { aggregate: 'healthy' });
  await publish([4]);
  await server.runDue();
  expect(new Set(receivedBy('mail'))).toEqual(new Set([3, 4]));
  expect(receivedBy('ledger')).not.toContain(2);
  const metrics = await server.services.metrics.metrics();
  expect(metrics).toMatch(/event_deliveries_total\{event="test.happened",result="failed"\} [1-9]/);
  onReceive = async () => undefined;
  await hurry();
  await server.runDue();
  expect(receivedBy('mail').filter((n) => n < 3)).toEqual([1, 2]);
  expect(await waiting()).toBe(0);
});

test('a long queue of poison of one tenant does not keep another tenant waiting', async () => {
  const other = await server.newTenant();
  onReceive = async (_by, n) => {
    if (n >= 1_000) throw new Error('poison');
  };
  await publish(Array.from({ length: 120 }, (_, i) => 1_000 + i));
  await server.runDue();
  await publish([7], { tenantId: other.id });
  await server.runDue();
  expect(received.filter(({ tenantId }) => tenantId === other.id).map(({ n }) => n)).toEqual([7, 7]);
});

test('a subscriber that never returns is cut off at its limit, and its place is used again', async () => {
  onReceive = async (by) => {
    if (by === 'slow' && receivedBy('slow').length <= 4) await new Promise(() => undefined);
  };
  for (let n = 0; n < 5; n++) await publish([n], { event: slowly });
  await server.runDue();
  expect(new Set(receivedBy('slow'))).toEqual(new Set([0, 1, 2, 3, 4]));
  // four are delivered at once: which of them comes fifth differs
  expect(await effects(), 'what the cut ones had written is gone').toEqual([`test:slow ${receivedBy('slow')[4]}`]);
  expect((await admin.query('select distinct last_error from outbox')).rows).toEqual([
    { last_error: 'subscriber test.slow passed its limit' },
  ]);
  onReceive = async () => undefined;
  await hurry();
  await server.runDue();
  expect(await effects()).toHaveLength(5);
});

test('what is being delivered is kept from other servers, however long it takes', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  onReceive = (by) => (by === 'ledger' ? promise : Promise.resolve());
  await publish([1]);
  const secondsLeft = async (): Promise<number> => {
    const { rows } = await admin.query<{ left: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as left from outbox',
    );
    return rows[0]?.left ?? 0;
  };
  await until(() => received.length === 1);
  expect(await secondsLeft(), 'a server that dies keeps nothing for longer').toBeLessThanOrEqual(15);
  await admin.query("update outbox set next_attempt_at = now() + interval '8 seconds'");
  await until(secondsLeft, (left) => left > 8);
  finish();
  await server.runDue();
  expect(await effects()).toEqual(['test:ledger 1', 'test:mail 1']);
});

test('what a server had claimed when it died is delivered by another one when its lease is over', async () => {
  onReceive = async () => undefined;
  await admin.query(
    `insert into outbox (tenant_id, id, name, payload, attempts, next_attempt_at)
     values ($1, gen_random_uuid(), 'test.happened', '{"n": 9}', 1, now() + interval '60 seconds')`,
    [tenant.id],
  );
  await server.runDue();
  expect(received).toEqual([]);
  await admin.query('update outbox set next_attempt_at = now()');
  await server.runDue();
  expect(receivedBy('mail')).toEqual([9]);
});

test('two servers share the work, and each fact is delivered once', async () => {
  const second = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  for (const n of numbers) await publish([n], { aggregate: `order-${n % 5}`, from: n % 2 ? server : second });
  await Promise.all([server.runDue(), second.runDue()]);
  await until(waiting, (left) => left === 0);
  for (const by of ['ledger', 'mail'] as const) {
    expect(receivedBy(by).toSorted((a, b) => a - b)).toEqual(numbers);
    for (let order = 0; order < 5; order++) {
      const own = receivedBy(by).filter((n) => n % 5 === order);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  }
  await second.stop();
});

test('what another server has taken over and done is not done again by the one that was slow', async () => {
  const goOn = Promise.withResolvers<void>();
  onReceive = async (_by, n) => {
    if (n % 2 === 0) await goOn.promise;
  };
  // two, two and one are delivered at once: the second waits in the hands of the first server until its lease is over
  await publish([0, 1, 2, 3, 4]);
  await until(() => receivedBy('ledger').length === 3);
  await admin.query("update outbox set next_attempt_at = now() where payload->>'n' = '1'");
  const second = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  await until(waiting, (left) => left === 4);
  goOn.resolve();
  await until(waiting, (left) => left === 0);
  await second.stop();
  expect(receivedBy('ledger').filter((n) => n === 1)).toEqual([1]);
  expect(await effects()).toEqual(
    [0, 1, 2, 3, 4].flatMap((n) => [`test:ledger ${n}`]).concat([0, 1, 2, 3, 4].map((n) => `test:mail ${n}`)),
  );
});

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const done = (by: Subscriber, numbers: readonly number[]) => numbers.map((n) => `test:${by} ${n}`);

describe('subscribers that take many', () => {
  test('receive what waits of one tenant together, each fact once, and nothing of it is left', async () => {
    const other = await server.newTenant();
    await publish(numbersFrom(0, 30), { event: gathered });
    await server.runDue();
    await publish([100, 101], { event: gathered, tenantId: other.id });
    await server.runDue();
    for (const by of ['crowd', 'choir'] as const)
      expect(inOrder(receivedBy(by))).toEqual([...numbersFrom(0, 30), 100, 101]);
    expect(sizes).toEqual([30, 30, 2, 2]);
    expect(received.filter(({ tenantId }) => tenantId === other.id).map(({ n }) => n)).toEqual([100, 101, 100, 101]);
    expect(await waiting()).toBe(0);
    expect((await admin.query('select 1 from subscription_done')).rows).toEqual([]);
  });

  test('receive portions of an event that another subscriber takes singly, so that several are delivered at once', async () => {
    await publish(numbersFrom(0, 6), { event: mixed });
    await server.runDue();
    expect(inOrder(sizes)).toEqual([2, 2, 2]);
    await publish(numbersFrom(100, 100), { event: mixed });
    await server.runDue();
    expect(inOrder(sizes)).toEqual([2, 2, 2, 20, 20, 20, 20, 20]);
    for (const by of ['crowd', 'ledger'] as const)
      expect(inOrder(receivedBy(by))).toEqual([...numbersFrom(0, 6), ...numbersFrom(100, 100)]);
    expect(await waiting()).toBe(0);
  });

  test('receive a fact once, however often another subscriber fails at one beside it', async () => {
    onReceive = async (by, n) => {
      if (by === 'ledger' && n === 1) throw new Error('poison');
    };
    await publish(numbersFrom(0, 12), { event: mixed });
    await server.runDue();
    const others = numbersFrom(0, 12).filter((n) => n !== 1);
    expect(await effects()).toEqual([...done('crowd', numbersFrom(0, 12)), ...done('ledger', others)]);
    expect(await waiting()).toBe(1);
    onReceive = async () => undefined;
    await hurry();
    await server.runDue();
    expect(await effects()).toEqual([...done('crowd', numbersFrom(0, 12)), ...done('ledger', numbersFrom(0, 12))]);
    expect(await waiting()).toBe(0);
  });

  test('one that fails at a fact of many receives the others all the same, and each effect happens once', async () => {
    onReceive = async (by, n) => {
      if (by === 'choir' && n === 7) throw new Error('poison');
    };
    await publish(numbersFrom(0, 20), { event: gathered });
    await server.runDue();
    const others = numbersFrom(0, 20).filter((n) => n !== 7);
    expect(await effects()).toEqual([...done('choir', others), ...done('crowd', numbersFrom(0, 20))]);
    const { rows } = await admin.query("select payload->'n' as n, attempts, last_error from outbox");
    expect(rows).toEqual([{ n: 7, attempts: 1, last_error: 'poison' }]);

    // what failed before comes alone: those beside it are not held up again
    sizes.length = 0;
    await publish(numbersFrom(50, 10), { event: gathered });
    await hurry();
    await server.runDue();
    expect(inOrder(sizes)).toEqual([1, 10, 10]);
    onReceive = async () => undefined;
    await hurry();
    await server.runDue();
    expect(await effects()).toEqual([
      ...done('choir', [...numbersFrom(0, 20), ...numbersFrom(50, 10)]),
      ...done('crowd', [...numbersFrom(0, 20), ...numbersFrom(50, 10)]),
    ]);
    expect(await waiting()).toBe(0);
  });

  test('are asked again later about all of them where the database is away, and not about each alone', async () => {
    onReceive = async () => {
      throw new Problem('server.unavailable');
    };
    await publish(numbersFrom(0, 20), { event: gathered });
    await server.runDue();
    expect(sizes).toEqual([20]);
    expect((await admin.query('select distinct attempts, next_attempt_at > now() as waits from outbox')).rows).toEqual([
      { attempts: 1, waits: true },
    ]);
    onReceive = async () => undefined;
    await hurry();
    await server.runDue();
    expect(await effects()).toHaveLength(40);
    expect(await waiting()).toBe(0);
  });

  test('receive the facts of one aggregate in their order, those of several together', async () => {
    for (const n of numbersFrom(0, 6)) {
      await publish([n], { event: gathered, aggregate: 'robot-1' });
      await publish([100 + n], { event: gathered, aggregate: 'robot-2' });
    }
    await server.runDue();
    expect(receivedBy('crowd').filter((n) => n < 100)).toEqual(numbersFrom(0, 6));
    expect(receivedBy('choir').filter((n) => n >= 100)).toEqual(numbersFrom(100, 6));
    expect(await waiting()).toBe(0);
  });

  test('receive together what comes one by one, soon after they received something', async () => {
    await publish([0], { event: gathered });
    await until(() => sizes.length === 2);
    for (const n of numbersFrom(1, 6)) {
      await publish([n], { event: gathered });
      await sleep(25);
    }
    await until(waiting, (left) => left === 0);
    expect(inOrder(receivedBy('crowd'))).toEqual(numbersFrom(0, 7));
    expect(sizes.length).toBeLessThan(10);
  });

  test('receive what waits for company before what follows it of the same aggregate', async () => {
    await publish([0], { event: gathered, aggregate: 'robot-9' });
    await until(() => sizes.length === 2);
    await publish([1], { event: gathered, aggregate: 'robot-9' });
    await publish([2], { event: happened, aggregate: 'robot-9' });
    await until(waiting, (left) => left === 0);
    expect(received.slice(2).map(({ n }) => n)).toEqual([1, 1, 2, 2]);
  });

  /** In one statement, so that all wait when the server looks. */
  const wait = (count: number, aggregate: string, name: (n: number) => string = () => 'test.gathered') =>
    admin.query(
      `insert into outbox (tenant_id, id, name, aggregate, payload)
       select $1, ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ($3::text[])[n + 1], $2, jsonb_build_object('n', n)
         from generate_series(0, $4::int) n`,
      [tenant.id, aggregate, numbersFrom(0, count).map(name), count - 1],
    );

  test('receive what waits of one aggregate together, so that one that speaks a lot does not wait for ever', async () => {
    await wait(500, 'robot-1');
    await server.runDue();
    for (const by of ['crowd', 'choir'] as const) expect(receivedBy(by)).toEqual(numbersFrom(0, 500));
    expect(sizes.length).toBeLessThan(10);
    expect(await waiting()).toBe(0);
  });

  test('receive no fact of an aggregate before another one that is older and delivered singly', async () => {
    await wait(9, 'robot-1', (n) => (n === 4 ? 'test.mixed' : 'test.gathered'));
    await server.runDue();
    expect(receivedBy('crowd')).toEqual(numbersFrom(0, 9));
    expect(sizes).toEqual([4, 4, 1, 4, 4]);
  });

  test('one that fails at a fact of an aggregate receives those before it, and those behind it once it is well', async () => {
    onReceive = async (by, n) => {
      if (by === 'choir' && n === 7) throw new Error('poison');
    };
    await wait(20, 'robot-1');
    await server.runDue();
    // the crowd took all of them before the choir failed
    expect(await effects()).toEqual([...done('choir', numbersFrom(0, 7)), ...done('crowd', numbersFrom(0, 20))]);
    received.length = 0;
    onReceive = async () => undefined;
    await hurry();
    await server.runDue();
    expect(receivedBy('choir')).toEqual(numbersFrom(7, 13));
    expect(await effects()).toEqual([...done('choir', numbersFrom(0, 20)), ...done('crowd', numbersFrom(0, 20))]);
    expect(await waiting()).toBe(0);
  });

  test('are shared by two servers, and receive each fact once', async () => {
    const second = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
    for (const n of numbersFrom(0, 400))
      await publish([n], { event: gathered, aggregate: `robot-${n % 40}`, from: n % 2 ? server : second });
    await Promise.all([server.runDue(), second.runDue()]);
    await until(waiting, (left) => left === 0);
    await second.stop();
    for (const by of ['crowd', 'choir'] as const) {
      expect(inOrder(receivedBy(by))).toEqual(numbersFrom(0, 400));
      for (let robot = 0; robot < 40; robot++) {
        const own = receivedBy(by).filter((n) => n % 40 === robot);
        expect(own).toEqual(inOrder(own));
      }
    }
  });

  test('finish what they have begun when the server stops; the rest is there for the next one at once', async () => {
    const first = await startTestServer({ slices: [slice] });
    const tenants = [];
    for (let i = 0; i < 6; i++) tenants.push(await first.newTenant());
    const goOn = Promise.withResolvers<void>();
    const db = new pg.Client({ connectionString: first.databaseUrl });
    await db.connect();
    onReceive = () => goOn.promise;
    // one statement, so that all are taken at once
    await db.query(
      `insert into outbox (tenant_id, id, name, payload)
       select t, gen_random_uuid(), 'test.gathered', jsonb_build_object('n', n) from unnest($1::bigint[]) t, generate_series(1, 3) n`,
      [tenants.map(({ id }) => id)],
    );
    await until(() => receivedBy('crowd').length === 4);
    const stopped = first.stop();
    goOn.resolve();
    await stopped;
    const { rows } = await db.query('select attempts, next_attempt_at <= now() as is_due from outbox');
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ attempts: 0, is_due: true })));
    const next = await startTestServer({ slices: [slice], databaseUrl: first.databaseUrl });
    await next.runDue();
    await next.stop();
    await db.end();
    for (const by of ['crowd', 'choir'] as const)
      for (const { id } of tenants)
        expect(received.filter((one) => one.by === by && one.tenantId === id).map(({ n }) => n)).toHaveLength(3);
  });
});

describe('subscribers that only some facts concern', () => {
  test('receive those, and what concerns nobody is gone', async () => {
    await publish(numbersFrom(0, 13), { event: sorted });
    await server.runDue();
    expect(await effects()).toEqual([...done('ledger', [0, 2, 4, 6, 8, 10, 12]), ...done('mail', [0, 3, 6, 9, 12])]);
    expect(await waiting()).toBe(0);
    expect((await admin.query('select 1 from subscription_done')).rows).toEqual([]);
  });

  test('receive them alone where one of those that share a transaction fails', async () => {
    onReceive = async (by, n) => {
      if (by === 'mail' && n === 6) throw new Error('poison');
    };
    await publish(numbersFrom(0, 13), { event: sorted });
    await server.runDue();
    expect(await effects()).toEqual([...done('ledger', [0, 2, 4, 6, 8, 10, 12]), ...done('mail', [0, 3, 9, 12])]);
    expect(await waiting()).toBe(1);
    onReceive = async () => undefined;
    await hurry();
    await server.runDue();
    expect(await effects()).toEqual([...done('ledger', [0, 2, 4, 6, 8, 10, 12]), ...done('mail', [0, 3, 6, 9, 12])]);
  });
});

/** A server of the next version: it subscribes to an event that this one does not know, and to another one a second time. */
const arrived = eventType('test.arrived', Fact);
const next: ServerSlice = {
  name: 'test',
  subscriptions: [
    ...slice.subscriptions!,
    subscribe(arrived, 'test.porter', receive('porter')),
    subscribe(happened, 'test.archive', receive('archive')),
  ],
};
const startNext = () => startTestServer({ slices: [next], databaseUrl: server.databaseUrl });

describe('servers of two versions', () => {
  beforeEach(async () => {
    await admin.query('delete from event_subscription');
    // the older one stores its subscriptions again before it takes anything
    await admin.query(
      "insert into event_subscription select name, event from (values ('test.ledger', 'test.happened'), ('test.mail', 'test.happened')) as own (name, event)",
    );
  });
  /** The next version was here and went away, as in a deployment that is under way or taken back. */
  const seen = async (ago: string) =>
    admin.query(
      `insert into event_subscription (name, event, seen_at)
       values ('test.porter', 'test.arrived', now() - $1::interval), ('test.archive', 'test.happened', now() - $1::interval)`,
      [ago],
    );
  const publishArrival = (n: number, aggregate = '') =>
    runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
      tx.publish(arrived, { n }, { aggregate }),
    );

  test('a fact that only the next version subscribes to waits for it, and holds up no other', async () => {
    await seen('5 seconds');
    await admin.query("delete from event_subscription where name = 'test.archive'");
    await publishArrival(1, 'order-1');
    await publish([2], { aggregate: 'order-2' });
    await server.runDue();
    expect(receivedBy('ledger')).toEqual([2]);
    expect((await admin.query('select name, attempts from outbox')).rows).toEqual([
      { name: 'test.arrived', attempts: 0 },
    ]);
    expect(await server.services.metrics.metrics()).toContain('events_for_other_servers{event="test.arrived"} 1');
    await publish([3], { aggregate: 'order-1' });
    await server.runDue();
    expect(receivedBy('ledger'), 'what came before it in its order was none of its business').toEqual([2, 3]);

    const newer = await startNext();
    await until(waiting, (left) => left === 0);
    await newer.stop();
    expect(receivedBy('porter')).toEqual([1]);
  });

  test('a fact that the next version subscribes to once more is delivered there too, and nowhere twice', async () => {
    await seen('5 seconds');
    await publish([1]);
    await server.runDue();
    expect([receivedBy('ledger'), receivedBy('mail'), receivedBy('archive')]).toEqual([[1], [1], []]);
    expect(await waiting()).toBe(1);
    const newer = await startNext();
    await admin.query('update outbox set next_attempt_at = now()');
    await until(waiting, (left) => left === 0);
    await newer.stop();
    expect([receivedBy('ledger'), receivedBy('mail'), receivedBy('archive')]).toEqual([[1], [1], [1]]);
    expect((await admin.query('select 1 from subscription_done')).rows).toEqual([]);
  });

  test('of facts that were delivered together, those stay that the next version has not heard, and none is delivered again', async () => {
    await publish([1, 2, 3], { event: gathered });
    await server.runDue();
    expect(await waiting()).toBe(0);
    await admin.query("insert into event_subscription values ('test.archive-of-gathered', 'test.gathered')");
    await publish([4, 5, 6], { event: gathered });
    await server.runDue();
    const { rows } = await admin.query("select payload->'n' as n, attempts from outbox order by id");
    expect(rows).toEqual([4, 5, 6].map((n) => ({ n, attempts: 0 })));
    // it hears one of them, and is gone
    await admin.query(`
      insert into subscription_done (tenant_id, event_id, subscription)
      select tenant_id, id, 'test.archive-of-gathered' from outbox where payload->>'n' = '5'`);
    await admin.query('update outbox set next_attempt_at = now()');
    await server.runDue();
    expect((await admin.query("select payload->'n' as n from outbox order by id")).rows).toEqual([{ n: 4 }, { n: 6 }]);
    await admin.query(
      "update event_subscription set seen_at = now() - interval '2 minutes' where name like '%archive%'",
    );
    await admin.query('update outbox set next_attempt_at = now()');
    await server.runDue();
    expect(await waiting()).toBe(0);
    expect(receivedBy('crowd')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(receivedBy('choir')).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await admin.query('select 1 from subscription_done')).rows).toEqual([]);
  });

  test('no fact waits for a version that is gone, but what only that one knows is kept for a week', async () => {
    await seen('10 minutes');
    await publish([1]);
    await publishArrival(2);
    await server.runDue();
    expect(receivedBy('mail')).toEqual([1]);
    expect((await admin.query('select name from outbox')).rows).toEqual([{ name: 'test.arrived' }]);

    await admin.query("update outbox set next_attempt_at = now(), created_at = now() - interval '8 days'");
    await server.runDue();
    expect(await waiting()).toBe(0);
    const alerts = await admin.query("select tenant_id, detail from security_event where kind = 'event.never-heard'");
    expect(alerts.rows).toMatchObject([{ tenant_id: Number(tenant.id), detail: { event: 'test.arrived' } }]);
  });

  test('each server stores its subscriptions, and repeats it', async () => {
    await admin.query('delete from event_subscription');
    const newer = await startNext();
    const names = async () =>
      (await admin.query<{ name: string }>('select name from event_subscription order by name')).rows.map(
        ({ name }) => name,
      );
    await until(names, (found) => found.includes('test.porter'));
    await newer.stop();
    expect(await names()).toEqual(expect.arrayContaining(['test.archive', 'test.ledger', 'test.mail', 'test.porter']));
  });
});
