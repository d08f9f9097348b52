import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statementsOf } from './statements-of.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../db/migrations');

test.each<[string, string[]]>([
  ['select 1', ['select 1']],
  ['select 1;\nselect 2;\n', ['select 1', 'select 2']],
  ["-- Anna's; file\nselect 1; -- the end; of it", ["-- Anna's; file\nselect 1"]],
  ['/* one; two */ select 1;;', ['/* one; two */ select 1']],
  [
    "insert into a values ('x;y', 'O''Hara;', E'\\';'); select 1",
    ["insert into a values ('x;y', 'O''Hara;', E'\\';')", 'select 1'],
  ],
  ["select '\\'; select 2", ["select '\\'", 'select 2']],
  ['select "a;""b"; select 2', ['select "a;""b"', 'select 2']],
  ['do $$ begin; end $$; do $body$ select $$;$$; $body$', ['do $$ begin; end $$', 'do $body$ select $$;$$; $body$']],
  ['', []],
])('%j', (file, statements) => expect(statementsOf(file)).toEqual(statements));

test('a function whose body is no text would come apart', () => {
  const file = 'create function one() returns int begin atomic select 1; select 2; end;';
  expect(() => statementsOf(file)).toThrow('dollar quotes');
  expect(statementsOf("select 'begin atomic'; select 2")).toHaveLength(2);
});

test('each statement of the migrations begins with a verb', () => {
  const VERB =
    /^(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*(?:alter|create|delete|do|drop|grant|insert|revoke|select|set|truncate|update|with)\b/i;
  for (const name of readdirSync(MIGRATIONS))
    for (const statement of statementsOf(readFileSync(join(MIGRATIONS, name), 'utf8')))
      expect(statement, name).toMatch(VERB);
});
