import { NO_CODE } from './sql-pieces.ts';

/** A semicolon in there ends no statement. */
const PIECES = new RegExp(`${NO_CODE}|;`, 'g');
const COMMENT = /^(?:--|\/\*)/;

/**
 * The statements of a file of SQL, in order, each with the comments before it. A function is written with its body in dollar
 * quotes: the statements of `begin atomic` would come apart, so such a file is refused.
 */
export function statementsOf(file: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let words = '';
  let from = 0;
  const end = (at: number): void => {
    words += file.slice(from, at);
    if (/\bbegin\s+atomic\b/i.test(words)) throw new Error('A function is written with its body in dollar quotes');
    if (words.trim() !== '') statements.push(file.slice(start, at).trim());
    words = '';
  };
  for (const piece of file.matchAll(PIECES)) {
    const [text] = piece;
    const after = piece.index + text.length;
    if (text === ';') {
      end(piece.index);
      start = after;
    } else words += `${file.slice(from, piece.index)}${COMMENT.test(text) ? ' ' : '?'}`;
    from = after;
  }
  end(file.length);
  return statements;
}
