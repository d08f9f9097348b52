import type { Engine } from './source-address.ts';

export type SelectFault = 'data-query.select-only' | 'data-query.one-statement' | 'data-query.writes';

const BEGINS = /^\s*\(*\s*(select|with|values|table)\b/i;
/** `into` makes a table, or a file on the server of the database; locks hold the rows of others. */
const WRITES = /\binto\b|\bfor\s+(no\s+key\s+)?(update|share)\b|\bfor\s+key\s+share\b|\block\s+in\s+share\s+mode\b/i;

/**
 * Why a statement is no plain `select` (settled 35). It is the first of three walls: the drivers send one statement only, and
 * it runs in a read-only transaction.
 */
export function faultOfSelect(sql: string, engine: Engine): SelectFault | undefined {
  // a server of MySQL may have the backslash as a plain character or not: both readings must be harmless
  const readings =
    engine === 'mysql' ? [bare(sql, engine, true), bare(sql, engine, false)] : [bare(sql, engine, false)];
  for (const words of readings) {
    if (words === undefined) return 'data-query.select-only';
    if (!BEGINS.test(words)) return 'data-query.select-only';
    if (/;\s*\S/.test(words)) return 'data-query.one-statement';
    if (WRITES.test(words)) return 'data-query.writes';
  }
  return undefined;
}

/** The statement without what is quoted and without comments; undefined where a quote or comment has no end. */
function bare(sql: string, engine: Engine, isEscaped: boolean): string | undefined {
  let words = '';
  for (let at = 0; at < sql.length; ) {
    const end = endOfQuoted(sql, at, engine, isEscaped);
    if (end === undefined) {
      words += sql[at];
      at += 1;
    } else {
      if (end < 0) return undefined;
      words += ' ';
      at = end;
    }
  }
  return words;
}

/** Where what begins at `at` ends; undefined where nothing quoted begins, -1 where it has no end. */
function endOfQuoted(sql: string, at: number, engine: Engine, isEscaped: boolean): number | undefined {
  const two = sql.slice(at, at + 2);
  const one = sql[at] ?? '';
  const isMysql = engine === 'mysql';
  if (two === '--' || (isMysql && one === '#')) {
    const line = sql.indexOf('\n', at);
    return line < 0 ? sql.length : line;
  }
  if (two === '/*') {
    // MySQL runs what stands in such a comment
    if (isMysql && '!+M'.includes(sql[at + 2] ?? ' ')) return -1;
    return after(sql, '*/', at + 2);
  }
  if (one === "'" || one === '"' || (isMysql && one === '`')) {
    const isText = !isMysql && one === "'" && /(^|[^\w$])e$/i.test(sql.slice(Math.max(0, at - 2), at));
    return endOfText(sql, at, one, isMysql ? isEscaped && one !== '`' : isText);
  }
  const dollar = isMysql ? undefined : /^\$([A-Za-z_]\w*)?\$/.exec(sql.slice(at, at + 70))?.[0];
  const isWithin = /[\w$]/.test(sql[at - 1] ?? ' ');
  if (dollar !== undefined && !isWithin) return after(sql, dollar, at + dollar.length);
  return undefined;
}

const after = (sql: string, mark: string, from: number): number => {
  const found = sql.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
};

function endOfText(sql: string, from: number, quote: string, isEscaped: boolean): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (isEscaped && sql[at] === '\\') at += 1;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return -1;
}

/** Without the sign at its end, which drivers do not want. */
export const withoutEnd = (sql: string): string => sql.replace(/[\s;]+$/, '');
