import { NO_CODE } from './sql-pieces.ts';
import { statementsOf } from './statements-of.ts';

const NOT_READ = new RegExp(NO_CODE, 'g');
const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Its body runs at once, while that of a function waits for calls. */
const BLOCK = /^do\s+(\$\w*\$)([\s\S]*)\1/i;
const OF_ROWS = /\b(?:update|delete|insert|merge|select)\b/i;
/** What says how later statements are run asks for nothing itself. */
const OF_LATER = /^(?:create\s+(?:or\s+replace\s+)?(?:view|policy|trigger)|grant|revoke)\b/i;
const NAMED = /\b(?:update|from|join|into|using)\s+(?:only\s+)?(?:public\.)?(\w+)/gi;
const MADE = /\bmake_(?:tenant|record)_table\(\s*'(?:public\.)?(\w+)'/gi;
const FORCED = /\balter\s+table\s+(?:public\.)?(\w+)\s+(no\s+)?force\s+row\s+level\s+security/i;
const DROPPED = /^drop\s+table\s+(?:if\s+exists\s+)?(?:public\.)?(\w+)/i;

/**
 * What migrations ask of tenants' tables while row policies hide the rows: they bind the owner of a table too, and PostgreSQL
 * answers as if there were none. `alter table x no force row level security` goes before such a statement, and `force` behind.
 */
export function blindStatements(migrations: readonly { readonly name: string; readonly sql: string }[]): string[] {
  const forced = new Set<string>();
  const blind = new Set<string>();
  for (const { name, sql } of migrations) {
    const before = [...forced];
    const dropped = new Set<string>();
    for (const statement of statementsOf(sql).flatMap(insideOf)) {
      const code = statement.replace(NOT_READ, "''");
      if (OF_ROWS.test(code) && !OF_LATER.test(code))
        for (const [, table = ''] of code.matchAll(NAMED)) if (forced.has(table)) blind.add(`${name}: ${table}`);
      for (const [, table = ''] of statement.matchAll(MADE)) forced.add(table);
      const [, table = '', no] = FORCED.exec(code) ?? [];
      if (no) forced.delete(table);
      else if (table) forced.add(table);
      dropped.add(DROPPED.exec(code)?.[1] ?? '');
    }
    for (const table of before)
      if (!forced.has(table) && !dropped.has(table)) blind.add(`${name}: ${table} is not forced again`);
  }
  return [...blind];
}

function insideOf(statement: string): string[] {
  const text = statement.replace(COMMENT, ' ').trim();
  const body = BLOCK.exec(text)?.[2];
  return body === undefined ? [text] : statementsOf(body);
}
