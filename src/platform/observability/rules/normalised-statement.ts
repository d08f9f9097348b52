import { NO_CODE } from '#platform/database/rules/sql-pieces.ts';

const LONGEST = 2_000;
/** Also parameters, and numbers that are no part of a name. */
const PIECES = new RegExp(String.raw`${NO_CODE}|\$\d+|\b\d[\d.]*(?:e[+-]?\d+)?\b`, 'g');
const LIST = /\(\s*[$?]\d*(?:\s*,\s*[$?]\d*)+\s*\)/g;

/**
 * A statement without values, on one line: texts and numbers that stand in it become `?`, so that no value of a person is
 * kept, and lists of parameters become one, so that lists of different lengths are one statement (security 2.14).
 */
export function normalisedStatement(text: string): string {
  const plain = text
    .replace(PIECES, (piece) => {
      if (piece.startsWith('--') || piece.startsWith('/*')) return ' ';
      if (piece.startsWith('"') || /^\$\d/.test(piece)) return piece;
      return '?';
    })
    .replace(LIST, '(…)')
    .replace(/\(…\)(?:\s*,\s*\(…\))+/g, '(…), …')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
