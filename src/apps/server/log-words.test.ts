import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objectKindOf } from '#platform/http/server/handle-call.ts';
import { logWords } from '#system/logs/server/log-words.ts';
import { slices } from './slices.ts';

const words = logWords(slices);
/** What people who are logged in change: each leaves a line in the operation log. */
const changing = slices
  .flatMap((slice) => slice.routes ?? [])
  .map(({ endpoint }) => endpoint)
  .filter(({ auth, effect }) => auth === 'session' && effect === 'change');

test.each(['en-US', 'zh-CN'] as const)(
  '%s: no line of the operation log is raw, or says "see" of a change',
  (language) => {
    const isWrong = ({ path, permission }: (typeof changing)[number]): boolean => {
      const action = permission ?? path;
      const said = words.call(action, path, language);
      return said === action || (action.endsWith(':view') && said === words.action(action, language));
    };
    expect(changing.filter(isWrong).map(({ path }) => path)).toEqual([]);
  },
);

test('acts of slices that gather what others declare have words too', () => {
  for (const action of ['tenant:add', 'tenant:delete', 'department:grant', 'role:grant'])
    for (const language of ['en-US', 'zh-CN'] as const) expect(words.action(action, language)).not.toBe(action);
});

test('an act that is no right has words, and a printed receipt is no "see orders"', () => {
  expect(words.call('order:view', '/coffeeorder/api/printTicket', 'en-US')).toBe('Print a receipt');
  expect(words.call('order:view', '/coffeeorder/api/printTicket', 'zh-CN')).toBe('打印小票');
  for (const action of ['secret:use', 'order:print-day-sheet', 'access-request:granted', 'session:login'])
    for (const language of ['en-US', 'zh-CN'] as const) expect(words.action(action, language)).not.toBe(action);
  expect(words.callsWith('print', 'en-US')).toContain('/coffeeorder/api/printTicket');
});

const root = join(import.meta.dirname, '../..');
/** As records of audit and the operation log name what was changed. */
const named = globSync('**/server/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') }).flatMap(
  (path) => [...readFileSync(join(root, path), 'utf8').matchAll(/objectKind: '([^']+)'/g)].map(([, kind = '']) => kind),
);

test('each kind of record that logs name has its words', () => {
  const kinds = new Set([...named, ...changing.map(objectKindOf)]);
  expect(named.length).toBeGreaterThan(50);
  // many an English word is that of the code
  expect([...kinds].filter((kind) => words.kind(kind, 'zh-CN') === kind)).toEqual([]);
});

test('each kind of record that is written of can be chosen in the logs, once', () => {
  const offered = words.kinds('en-US');
  const kinds = new Set(offered.map(({ kind }) => kind));
  expect([...new Set(named)].filter((kind) => !kinds.has(kind))).toEqual([]);
  expect(kinds.size).toBe(offered.length);
});
