import { expect, test } from 'vitest';
import { addressesTwice } from './addresses.ts';
import { compare } from './compare.ts';
import { longFunctions } from './long-functions.ts';
import { againstOrder } from './order.ts';
import { fileCycles, wrongSides } from './sides.ts';
import { sliceCycles } from './slice-cycles.ts';
import { type Finding, importsOf, type Sources } from './sources.ts';
import { throughWindows } from './windows.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the strings are code that is read
/** A product with nothing wrong in it: an order of a shop that a program shows. */
const CLEAN: Readonly<Record<string, string>> = {
  'src/platform/http/web/call.ts': 'export const call = () => undefined;',
  'src/ui/money/money.tsx': "import { call } from '#platform/http/web/call.ts';",
  'src/domains/shops/contract/calls.ts':
    "export const SHOPS = '/shop/api';\nexport const list = { path: `${SHOPS}/list` };",
  'src/domains/shops/contract/endpoints.ts':
    "import { SHOPS as base } from './calls.ts';\nexport const open = { path: `${base}/:id/open` };",
  'src/domains/shops/web/index.ts': "export { ShopLink } from './shop-link.tsx';",
  'src/domains/shops/web/shop-link.tsx': "import { Money } from '#ui/money/money.tsx';",
  'src/domains/orders/contract/calls.ts': "export const detail = { method: 'GET', path: '/order/api/one' };",
  'src/domains/orders/web/index.ts': "import { ShopLink } from '#domains/shops/web/index.ts';",
  'src/domains/orders/web/ask.ts': "import { detail } from '../contract/calls.ts';\n// GET /order/api/one",
  'src/apps/console/main.tsx': "import { orders } from '#domains/orders/web/index.ts';",
  'src/apps/simulator/shop.ts': "fetch('/sos-backend/order/api/one');",
  'src/domains/orders/server/orders.test.ts': "send('/sos-backend/order/api/one');",
};
const PATHS = ['/order/api/one', '/shop/api/list', '/shop/api/:id/open'];

/** The product with some files more, or with others in their place. */
const withFiles = (files: Readonly<Record<string, string>>): Sources => new Map(Object.entries({ ...CLEAN, ...files }));
const saidOf = (findings: readonly Finding[]): string[] => findings.map(({ key }) => key);

test('a product that keeps the rules is left in peace', () => {
  const imports = importsOf(withFiles({}));
  expect(imports).toHaveLength(7);
  expect([...wrongSides(imports), ...fileCycles(imports)]).toEqual([]);
  expect([...againstOrder(imports), ...sliceCycles(imports), ...throughWindows(imports)]).toEqual([]);
  expect(addressesTwice(withFiles({}), PATHS)).toEqual([]);
  expect(longFunctions(withFiles({}))).toEqual([]);
});

test('a side that reaches for a neighbour that it may not use, and a slice that is entered through a window', () => {
  const imports = importsOf(
    withFiles({
      'src/domains/orders/rules/total.ts': "import { call } from '#platform/http/web/call.ts';",
      'src/domains/orders/web/list.tsx': "import { ShopLink } from '#domains/shops/web/shop-link.tsx';",
    }),
  );
  expect(wrongSides(imports)).toEqual([
    'src/domains/orders/rules/total.ts imports src/platform/http/web/call.ts: rules does not use web',
    'src/domains/orders/web/list.tsx imports src/domains/shops/web/shop-link.tsx: another slice is entered through its index.ts',
  ]);
});

test('files that import each other', () => {
  const imports = importsOf(
    withFiles({ 'src/ui/a/a.ts': "import { b } from './b.ts';", 'src/ui/a/b.ts': "import { a } from './a.ts';" }),
  );
  expect(fileCycles(imports)).toEqual(['cycle: src/ui/a/a.ts → src/ui/a/b.ts → src/ui/a/a.ts']);
});

test('an import against the order of areas, a type too', () => {
  const [found, ...others] = againstOrder(
    importsOf(
      withFiles({ 'src/ui/money/price.tsx': "import type { Tenant } from '#system/tenants/contract/tenant.ts';" }),
    ),
  );
  expect(others).toEqual([]);
  expect(found).toEqual({
    key: 'src/ui/money → src/system/tenants',
    say: 'src/ui/money/price.tsx imports src/system/tenants/contract/tenant.ts: ui comes before system',
  });
});

test('an import for its effect alone is one too', () => {
  const file = "import './badge.css';\nimport '#apps/console/theme.ts';";
  expect(saidOf(againstOrder(importsOf(withFiles({ 'src/ui/badge/badge.tsx': file }))))).toEqual([
    'src/ui/badge → src/apps/console',
  ]);
});

test('slices of which each needs the other, on the web and inside of platform', () => {
  const found = sliceCycles(
    importsOf(
      withFiles({
        'src/domains/shops/web/sold.tsx': "const Sold = lazy(() => import('#domains/orders/web/index.ts'));",
        'src/platform/jobs/server/run.ts': "import { open } from '#platform/database/server/open.ts';",
        'src/platform/database/server/open.ts': "import { later } from '#platform/events/server/later.ts';",
        'src/platform/events/server/later.ts': "import { Job } from '#platform/jobs/server/job.ts';",
        // a type alone ties no knot inside of the platform, but it does above
        'src/platform/database/server/ask.ts': "import type { Context } from '#platform/context/server/context.ts';",
        'src/platform/context/server/context.ts': "import type { Db } from '#platform/database/server/open.ts';",
        'src/system/users/server/find.ts': "import type { Role } from '#system/roles/server/index.ts';",
        'src/system/roles/server/index.ts': "import type { User } from '#system/users/server/index.ts';",
      }),
    ),
  );
  expect(saidOf(found)).toEqual([
    'server: platform/database platform/events platform/jobs',
    'server: system/roles system/users',
    'web: domains/orders domains/shops',
  ]);
  expect(found.at(-1)?.say).toContain('src/domains/shops/web/sold.tsx imports src/domains/orders/web/index.ts');
});

test('a program that enters a slice through a window', () => {
  const found = throughWindows(
    importsOf(
      withFiles({
        'src/apps/console/layout/frame.tsx': "import { ShopLink } from '#domains/shops/web/shop-link.tsx';",
      }),
    ),
  );
  expect(saidOf(found)).toEqual(['src/apps/console/layout → src/domains/shops/web/shop-link.tsx']);
});

test('a slice has a door for each purpose, and what lies deeper has none', () => {
  const doors = `import { Ticket } from '#domains/shops/web/phone/index.ts';
import { Sign } from '#domains/shops/web/phone/parts/index.ts';`;
  expect(saidOf(throughWindows(importsOf(withFiles({ 'src/apps/console/main.tsx': doors }))))).toEqual([
    'src/apps/console → src/domains/shops/web/phone/parts/index.ts',
  ]);
});

test.each([
  ['as it is', "call({ path: '/order/api/one' })", '/order/api/one'],
  ['with its base', "fetch('/sos-backend/order/api/one?x=1')", '/order/api/one'],
  ['after the name of a server', 'fetch(`${server}/order/api/one`)', '/order/api/one'],
  ['put together elsewhere', "call({ path: '/shop/api/list' })", '/shop/api/list'],
  ['with a value in it', 'call({ path: `/shop/api/${id}/open` })', '/shop/api/:/open'],
])('an address that is written a second time, %s', (_how, code, address) => {
  const found = addressesTwice(withFiles({ 'src/apps/console/mobile/calls.ts': `\n${code};` }), PATHS);
  expect(saidOf(found)).toEqual([address]);
  expect(found[0]?.say).toContain('src/apps/console/mobile/calls.ts:2');
});
test('a function that is too long, whatever its kind, outside of the simulator and the tests', () => {
  /** So many lines in all. */
  const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`;
  const files = {
    'src/ui/money/sums.tsx': `export function Sums() ${body(121)}\nexport function fits() ${body(120)}`,
    'src/ui/money/later.ts': `export const later = async () => ${body(121)};`,
    'src/ui/money/till.ts': `class Till { #open() ${body(121)} }`,
    'src/apps/simulator/robot.ts': `export function start() ${body(200)}`,
    'src/ui/money/sums.test.ts': `test('all', () => ${body(200)});`,
  };
  const found = longFunctions(withFiles(files));
  expect(saidOf(found)).toEqual([
    'src/ui/money/sums.tsx Sums',
    'src/ui/money/later.ts later',
    'src/ui/money/till.ts open',
  ]);
  expect(found[0]?.say).toContain('has 121 lines, more than 120');
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: from here on they are strings

test('what is listed may stay; what is new and what is gone are reported', () => {
  const found = ['a', 'b'].map((key) => ({ key, say: `${key} is wrong` }));
  expect(compare(found, ['a', 'c'], 'order')).toEqual([
    'b is wrong',
    'exceptions.ts, order: "c" does not occur any more, take it out',
  ]);
  expect(compare(found, ['a', 'b'], 'order')).toEqual([]);
});
