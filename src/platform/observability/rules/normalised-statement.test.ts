import { expect, test } from 'vitest';
import { normalisedStatement } from './normalised-statement.ts';

test.each([
  ['select 1', 'select ?'],
  ['select *\n  from spot -- of Anna\n where id = $1', 'select * from spot where id = $1'],
  ["select set_config('app.tenant_id', '1000', true)", 'select set_config(?, ?, true)'],
  ["where name = 'O''Hara' and note = E'a\\'b'", 'where name = ? and note = ?'],
  ["where path = '\\' and note = 'a secret'", 'where path = ? and note = ?'],
  ['where t2.at > 12.5e3 and k1 = 7', 'where t2.at > ? and k1 = ?'],
  ['where "tenant_id" = $1 and "name 7" = $2', 'where "tenant_id" = $1 and "name 7" = $2'],
  ['where id in ($1, $2,$3)', 'where id in (…)'],
  ['values ($1, $2), ($3, $4), ($5, $6)', 'values (…), …'],
  ['select $tag$ a secret $tag$, /* asked once */ $$ b $$', 'select ?, ?'],
  ["select pg_sleep(0.3), 'planted-secret'", 'select pg_sleep(?), ?'],
])('%s', (text, normalised) => expect(normalisedStatement(text)).toBe(normalised));

test('a long one is cut', () => {
  expect(normalisedStatement(`select ${'a, '.repeat(2_000)}`)).toHaveLength(2_001);
});
