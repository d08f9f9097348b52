import { expect, test } from 'vitest';
import { filtersFrom, filterTo, predicatesFrom, predicateTo } from './older-shape.ts';

test.each([
  [{ name: 'Path', args: ['/shop/**', '/market/**'] }, 'Path', '/shop/**, /market/**'],
  [{ name: 'Header', args: { header: 'X-Kind', regexp: 'a{1,2}' } }, 'Header', 'X-Kind, a{1,2}'],
  [{ name: 'Query', args: { param: 'kind', regexp: '' } }, 'Query', 'kind'],
] as const)('a predicate of the older contract: %j', (older, name, args) => {
  const [made] = predicatesFrom([older as never]);
  expect(made).toEqual({ name, args });
  expect(predicateTo(made as never)).toEqual(older);
});

test.each([
  [{ name: 'StripPrefix', args: [{ key: 'parts', value: 1 }] }, '1'],
  [{ name: 'StripPrefix', args: [{ key: '_genkey_0', value: '2' }] }, '2'],
  [{ name: 'AddRequestHeader', args: [{ key: 'X-Kind', value: 'a, b' }] }, 'X-Kind, a, b'],
  [
    {
      name: 'AddRequestHeader',
      args: [
        { key: 'value', value: 'b' },
        { key: 'name', value: 'X-A' },
      ],
    },
    'X-A, b',
  ],
  [
    {
      name: 'RewritePath',
      args: [
        { key: 'regexp', value: '/a{1,2}' },
        { key: 'replacement', value: '/b' },
      ],
    },
    '/a{1,2}, /b',
  ],
  [
    {
      name: 'RequestRateLimiter',
      args: [
        { key: 'key-resolver', value: '#{@ipKeyResolver}' },
        { key: 'redis-rate-limiter.replenishRate', value: 20 },
        { key: 'redis-rate-limiter.burstCapacity', value: 40 },
      ],
    },
    '20, 40',
  ],
])('a filter of the older contract: %j', (older, args) => {
  const [made] = filtersFrom([older]);
  expect(made).toEqual({ name: older.name, args });
  const [again] = filtersFrom([filterTo(made as never)]);
  expect(again).toEqual(made);
});

test('what is unknown is named', () => {
  const filters = [
    { name: 'Hystrix', args: [] },
    { name: 'RequestRateLimiter', args: [{ key: 'key-resolver', value: '#{@userKeyResolver}' }] },
  ];
  expect(filtersFrom(filters)).toMatchObject([
    { path: 'router.filters.0.name', code: 'gateway.unknown-name', params: { name: 'Hystrix' } },
    { path: 'router.filters.1.args', code: 'gateway.args' },
  ]);
  expect(
    predicatesFrom([
      { name: 'Weight', args: ['a'] },
      { name: 'Header', args: { name: 'X' } },
    ]),
  ).toMatchObject([
    { path: 'router.predicates.0.name', code: 'gateway.unknown-name' },
    { path: 'router.predicates.1.args', code: 'gateway.args' },
  ]);
});
