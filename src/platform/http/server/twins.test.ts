import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { ownCanaryIn, type Planted, plantCanaries } from '#platform/testing/canaries.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';

/**
 * Every call twice with the numbers and ids of one tenant's rows: by a user of another tenant with all permissions, who
 * gets nothing and changes nothing, and by the owner, for whom the same call works – otherwise the refusal would prove
 * nothing (security 3.10, 19.1).
 */
const endpoints = slices
  .flatMap((slice) => slice.routes ?? [])
  .map((route) => route.endpoint)
  .filter(({ auth, scope }) => auth !== 'open' && scope === 'tenant');
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

let product: TestServer;
let theirs: TestTenant;
let ours: TestTenant;
let owner: Caller & { userId: string };
let stranger: Caller;
let shops: { owner: Caller; stranger: Caller };
let planted: Planted;
beforeAll(async () => {
  product = await startTestServer();
  [theirs, ours] = [await product.newTenant(), await product.newTenant()];
  [owner, stranger] = [await theirs.staff('all'), await ours.staff('all')];
  shops = { owner: await theirs.storefront({}), stranger: await ours.storefront({}) };
  planted = await plantCanaries(product.databaseUrl, theirs.id, owner.userId);
});
afterAll(() => product.stop());

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
  default?: unknown;
}
/** The fields that a call must have, each as something plausible; `key` where an object is named. */
function fill(shape: Shape, key: string, depth = 0): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return fill(shape.anyOf[0]!, key, depth);
  switch (shape.type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return depth > 4 ? [] : [fill(shape.items ?? {}, key, depth + 1)];
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, fill(shape.properties?.[name] ?? {}, key, depth + 1)]),
      );
    default:
      return key;
  }
}
/** Each is asked for dozens of times. */
const shapes = new Map(
  endpoints.map((endpoint) => [
    endpoint,
    z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as Shape,
  ]),
);
const shapeOf = (endpoint: Endpoint): Shape => shapes.get(endpoint) ?? {};
/** Whether anything of a request could name an object. */
const namesSomething = (endpoint: Endpoint): boolean => JSON.stringify(fill(shapeOf(endpoint), 'KEY')).includes('KEY');

let keyOfCall = 0;
async function send(endpoint: Endpoint, caller: Caller, key: string) {
  const rest = fill(shapeOf(endpoint), key) as Record<string, unknown>;
  const path = fullPath(endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return product.send(
    endpoint.method,
    inQuery && query.size > 0 ? `${path}?${query}` : path,
    inQuery ? undefined : rest,
    { ...caller, headers: endpoint.idempotencyKey ? { 'idempotency-key': `twin-${keyOfCall++}` } : {} },
  );
}
/** What tells two answers apart here. */
const inShort = ({ status, body }: Awaited<ReturnType<typeof send>>): string => `${status} ${body.problem}`;
const callerOf = (endpoint: Endpoint, who: 'owner' | 'stranger'): Caller =>
  endpoint.auth === 'storefront' ? shops[who] : who === 'owner' ? owner : stranger;

const rows = endpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint }));

/** Calls times keys grow with the square of the product: of the keys of other kinds each call is given one in so many. */
const ONE_IN = 32;
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

/** What calls of many slices name. */
const CENTRAL = new Set(['robot', 'cabinet', 'spot', 'coffee_order', 'rental_order', 'customer', 'role', 'department']);
/** All keys of tables that have a word in common with the call, and then some of the others: another part of them for each call. */
function keysFor(endpoint: Endpoint): string[] {
  if (!namesSomething(endpoint)) return ['-'];
  const place = endpoints.indexOf(endpoint);
  const words = wordsIn(endpoint.path.replace(/([a-z])([A-Z])/g, '$1 $2'));
  const related = planted.keys.filter((key) => {
    const table = planted.tableOf.get(key) ?? '';
    const isRelated = wordsIn(table).some((one) => words.some((word) => word.includes(one) || one.includes(word)));
    return CENTRAL.has(table) || isRelated;
  });
  return [...new Set([...related, ...planted.keys.filter((_, at) => (at + place) % ONE_IN === 0)])];
}

/** Whether all rows of a tenant are as they were takes longer than a call: it is looked at after so many. */
const LOOK_AFTER = 20;
const portions = Array.from({ length: Math.ceil(rows.length / LOOK_AFTER) }, (_, at) => {
  const calls = rows.slice(at * LOOK_AFTER, (at + 1) * LOOK_AFTER);
  return { calls, name: `${calls[0]!.name} to ${calls.at(-1)!.name}` };
});

/** As the last look found them. */
let asTheyWere: Record<string, string>;
beforeAll(async () => {
  asTheyWere = await planted.fingerprint();
});

/** What the stranger was told, by call and key: it does not change with the owner's rows. */
const toldStranger = new Map<string, string>();
/** All that he was told by a call. */
const everTold = new Map<string, Set<string>>();

test.each(portions)("a caller who names another tenant's rows gets none and changes none: $name", async ({ calls }) => {
  for (const { name, endpoint } of calls) {
    const keys = keysFor(endpoint);
    // what he receives is scanned by the client itself
    const answers = await Promise.all(keys.map((key) => send(endpoint, callerOf(endpoint, 'stranger'), key)));
    for (const [at, answer] of answers.entries()) {
      expect(answer.status, `${name}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
      toldStranger.set(`${name} ${keys[at]}`, inShort(answer));
    }
    everTold.set(name, new Set(answers.map(inShort)));
  }
  const before = asTheyWere;
  asTheyWere = await planted.fingerprint();
  expect(asTheyWere, `one of ${calls.map(({ name }) => name).join(', ')}`).toEqual(before);
});

/** Lists over all tenants are the administrator's, whom nobody plays here. */
const rootOnly = new Set(slices.flatMap((slice) => slice.rootOnly ?? []));
/** What belongs to the installation holds nothing of a tenant, whoever may read it. */
const OF_ALL = /^\/sys\/(dict|dictItem|checkRule|fillRule)\//;
const forOwner = rows.filter(({ endpoint }) => !rootOnly.has(endpoint.permission ?? '') && !OF_ALL.test(endpoint.path));
/** A trial of settings shows nothing that is kept. */
const isTrial = ({ permission }: Endpoint): boolean => permission?.endsWith(':edit') ?? false;
/** Words in a workbook are compressed. */
const isWorkbook = ({ path }: Endpoint): boolean => path.endsWith('/exportXls');
const reads = forOwner.filter(
  ({ endpoint }) => endpoint.effect === 'read' && !isTrial(endpoint) && !isWorkbook(endpoint),
);
/** Keys that are tried at once. */
const SOME = 8;
test('the owner does see what is hidden from others, by nearly every call that reads', async () => {
  const blind: string[] = [];
  for (const { name, endpoint } of reads) {
    const keys = keysFor(endpoint);
    let sees = false;
    for (let from = 0; !sees && from < keys.length; from += SOME) {
      const some = keys.slice(from, from + SOME).map((key) => send(endpoint, callerOf(endpoint, 'owner'), key));
      sees = (await Promise.all(some)).some(({ text }) => ownCanaryIn(text, theirs.id));
    }
    if (!sees) blind.push(name);
  }
  expect(blind.length, blind.join('\n')).toBeLessThan(reads.length / 2);
  for (const name of [
    'POST /coffeeorder/api/page',
    'POST /coffeeorder/api/getOrderBySerialNo',
    'POST /coffeeMachineV2/api/page',
    'POST /servicespots/api/list',
  ])
    expect(blind).not.toContain(name);
}, 600_000);

/** Last, for these do change the planted rows. */
const changes = forOwner.filter(({ endpoint }) => endpoint.effect === 'change' && namesSomething(endpoint));
test('what is refused to others works for the owner, or fails for another reason than not being there', async () => {
  const alike: string[] = [];
  // calls of one kind of record know the same key: where it was found, it is tried first
  const known = new Set<string>();
  for (const { name, endpoint } of changes) {
    const isOwners = async (key: string): Promise<boolean> => {
      const told = toldStranger.get(`${name} ${key}`);
      const owners = inShort(await send(endpoint, callerOf(endpoint, 'owner'), key));
      if (told !== undefined) return told !== owners;
      // of most keys there is no need to ask the stranger as well: the owner is told what others are told
      if (everTold.get(name)?.has(owners)) return false;
      return inShort(await send(endpoint, callerOf(endpoint, 'stranger'), key)) !== owners;
    };
    let found: string | undefined;
    for (const key of new Set([...[...known].reverse(), ...keysFor(endpoint)])) {
      if (!(await isOwners(key))) continue;
      found = key;
      break;
    }
    if (found === undefined) alike.push(name);
    else {
      known.delete(found);
      known.add(found);
    }
  }
  // calls whose request takes more than one plausible key, or that make something of one's own
  expect(alike.length, alike.join('\n')).toBeLessThan(changes.length * 0.6);
}, 600_000);
