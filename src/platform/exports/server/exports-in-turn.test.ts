import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { findPerson } from '#system/session/server/index.ts';
import { exportEndpoints } from '../contract/endpoints.ts';
import { MAX_UNFINISHED_PER_PERSON } from '../rules/export-life.ts';
import { exportsSlice } from './exports-slice.ts';
import { batches, exportPebbles, pebbleRows, pebbles } from './test-pebbles.ts';

let server: TestServer;
let tenant: TestTenant;
let anna: Caller;
let bert: Caller;
/** Colours whose files wait for their gate, and those that were begun, in their order. */
let gates: Map<string, PromiseWithResolvers<void>>;
let begun: string[];
beforeAll(async () => {
  const owners = { findPerson, notifyOwner: async () => undefined };
  server = await startTestServer({ slices: [pebbles, exportsSlice([pebbles], owners)], planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  anna = await tenant.staff(['pebble:export']);
  bert = await tenant.staff(['pebble:export']);
  gates = new Map();
  begun = [];
  pebbleRows.open = (colour = '') => {
    begun.push(colour);
    return {
      total: 1,
      batches: (async function* () {
        await gates.get(colour)?.promise;
        yield* batches([colour]);
      })(),
    };
  };
});
afterEach(async () => {
  for (const gate of gates.values()) gate.resolve();
  for (const person of [anna, bert])
    for (const { id } of await filesOf(person)) await server.call(exportEndpoints.remove, { id }, person);
  await server.runDue();
});
afterAll(() => server.stop());

const gate = (colour: string) => {
  gates.set(colour, Promise.withResolvers());
};
const ask = (colour: string, caller: Caller) => server.call(exportPebbles, { format: 'csv', colour }, caller);
const filesOf = async (caller: Caller) => (await server.call(exportEndpoints.page, {}, caller)).records;
const isMade = (id: string, caller: Caller) => async () =>
  (await filesOf(caller)).some((file) => file.id === id && file.state === 'created');

test('three hundred questions at once leave a few files that wait, the others are refused in words, and a colleague has his', async () => {
  gate('anna 0');
  await ask('anna 0', anna);
  await until(async () => begun.includes('anna 0'));
  const answers = await Promise.all(
    Array.from({ length: 299 }, (_, index) =>
      ask(`anna ${index + 1}`, { ...anna, language: 'en-US' }).then(
        () => undefined,
        (error) => error,
      ),
    ),
  );
  const refused = answers.filter((error) => error?.problem === 'export.too-many-waiting');
  const taken = answers.filter((error) => error === undefined);
  expect(taken.length).toBe(MAX_UNFINISHED_PER_PERSON - 1);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0].answer).toMatchObject({
    status: 429,
    body: { message: 'You already have 5 files being created. Wait until one of them is ready' },
  });
  // one is made, those behind it say that they wait
  const waiting = (await filesOf(anna)).map(({ state, isWaiting }) => `${state} ${isWaiting}`);
  expect(waiting.toSorted()).toEqual(['creating false', ...Array(MAX_UNFINISHED_PER_PERSON - 1).fill('creating true')]);
  const colleague = await ask('bert 1', bert);
  await until(isMade(colleague.id, bert));
  expect(begun).toEqual(['anna 0', 'bert 1']);
  // the same question is still answered by the file that waits
  const [first] = await filesOf(anna);
  expect(await ask(String(first?.request['colour']), anna)).toMatchObject({ id: first?.id, state: 'creating' });
});

test('people take turns: who was served goes behind who was not', async () => {
  gate('dora 1');
  const dora = await tenant.staff(['pebble:export']);
  await ask('dora 1', dora);
  await until(async () => begun.includes('dora 1'));
  // one place is left for all the others
  gate('anna 1');
  const files = [];
  for (const colour of ['anna 1', 'anna 2', 'anna 3']) files.push(await ask(colour, anna));
  await until(async () => begun.includes('anna 1'));
  const last = await ask('bert 1', bert);
  gates.get('anna 1')?.resolve();
  await until(isMade(files[2]?.id ?? '', anna));
  await until(isMade(last.id, bert));
  expect(begun).toEqual(['dora 1', 'anna 1', 'bert 1', 'anna 2', 'anna 3']);
});

test('a file that failed is not tried again beyond the limit', async () => {
  const { open } = pebbleRows;
  pebbleRows.open = () => {
    throw new Error('no luck');
  };
  const failed = await ask('anna 1', anna);
  await until(async () => (await filesOf(anna))[0]?.state === 'failed');
  pebbleRows.open = open;
  gate('anna 2');
  for (let number = 2; number <= MAX_UNFINISHED_PER_PERSON + 1; number += 1) await ask(`anna ${number}`, anna);
  await expect(server.call(exportEndpoints.retry, { id: failed.id }, anna)).rejects.toMatchObject({
    problem: 'export.too-many-waiting',
  });
});
