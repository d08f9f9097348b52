/**
 * The shape of a statement, as far as the rules of distribution ask for it: its parts in parentheses, and which tables each
 * of them reads. No parser: what it does not know, it passes over.
 */
export interface Word {
  readonly kind: 'word' | 'value' | 'sign';
  readonly text: string;
}

export interface Part {
  readonly kind: 'part';
  /** A query of its own, or what else stands in parentheses: arguments, columns, conditions. */
  readonly isQuery: boolean;
  /** Where a query stands: the statement itself, `with x as (…)`, or anywhere within another one. */
  readonly place: 'statement' | 'with' | 'within';
  readonly pieces: readonly (Word | Part)[];
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|(?<value>\$\d+|e?'(?:[^']|'')*'|\$(?<tag>[a-z_]*)\$[\s\S]*?\$\k<tag>\$|\d[\d.]*)|"(?<quoted>(?:[^"]|"")*)"|(?<word>[a-z_][a-z0-9_$]*)|(?<sign>::|[^\s])/giy;

function* wordsOf(text: string): Generator<Word> {
  for (const { groups } of text.matchAll(TOKEN)) {
    if (groups?.['value'] !== undefined) yield { kind: 'value', text: groups['value'] };
    else if (groups?.['quoted'] !== undefined) yield { kind: 'word', text: groups['quoted'] };
    else if (groups?.['word'] !== undefined) yield { kind: 'word', text: groups['word'].toLowerCase() };
    else if (groups?.['sign'] !== undefined) yield { kind: 'sign', text: groups['sign'] };
  }
}

const BEGINS_QUERY = new Set(['select', 'with', 'insert', 'update', 'delete', 'values']);

/** The statements of a text; several may travel in one. */
export function statementsOf(text: string): Part[] {
  const words = [...wordsOf(text)];
  let at = 0;
  const read = (before: readonly (Word | Part)[] | undefined): Part => {
    const pieces: (Word | Part)[] = [];
    for (; at < words.length; at += 1) {
      const word = words[at]!;
      if (word.kind === 'sign' && (word.text === ')' || (word.text === ';' && !before))) break;
      if (word.kind === 'sign' && word.text === '(') {
        at += 1;
        pieces.push(read(pieces));
      } else pieces.push(word);
    }
    const isQuery = pieces.length > 0 && BEGINS_QUERY.has(nameOf(pieces[0]));
    const last = nameOf(before?.at(-1));
    const place = !before ? 'statement' : last === 'as' || last === 'materialized' ? 'with' : 'within';
    return { kind: 'part', isQuery, place, pieces };
  };
  const statements: Part[] = [];
  for (; at < words.length; at += 1) {
    const statement = read(undefined);
    if (statement.pieces.length > 0) statements.push(statement);
  }
  return statements;
}

/** The text of a word; nothing for everything else. */
export const nameOf = (piece: Word | Part | undefined): string => (piece?.kind === 'word' ? piece.text : '');

/** The part and all parts within it. */
export function* partsOf(part: Part): Generator<Part> {
  yield part;
  for (const piece of part.pieces) if (piece.kind === 'part') yield* partsOf(piece);
}

/** The tables that a query names itself, without those of queries within it; names given by `with` are none. */
export function tablesOf(query: Part, namedByWith: ReadonlySet<string>): string[] {
  if (!query.isQuery) return [];
  const { pieces } = query;
  const tables: string[] = [];
  /** Reads one table or what stands in its place, and answers what comes behind it. */
  const readTable = (from: number): number => {
    let at = from;
    while (['only', 'lateral'].includes(nameOf(pieces[at]))) at += 1;
    let name = nameOf(pieces[at]);
    at += 1;
    if (name !== '' && isSign(pieces[at], '.')) {
      const inner = nameOf(pieces[at + 1]);
      name = name === 'public' ? inner : `${name}.${inner}`;
      at += 2;
    }
    const isFunction = name !== '' && pieces[at]?.kind === 'part' && !isInsert(pieces, from);
    if (name !== '' && !isFunction && !namedByWith.has(name)) tables.push(name);
    return at;
  };
  for (let at = 0; at < pieces.length; at += 1) {
    const word = nameOf(pieces[at]);
    const before = nameOf(pieces[at - 1]);
    const readsList =
      (word === 'from' && before !== 'distinct') || (word === 'using' && pieces[at + 1]?.kind !== 'part');
    const readsOne =
      word === 'join' || word === 'into' || (word === 'update' && !['for', 'key', 'do'].includes(before));
    if (!readsList && !readsOne) continue;
    let behind = readTable(at + 1);
    while (readsList) {
      while (behind < pieces.length && isAlias(pieces[behind])) behind += 1;
      if (!isSign(pieces[behind], ',')) break;
      behind = readTable(behind + 1);
    }
  }
  return tables;
}

const isSign = (piece: Word | Part | undefined, text: string): boolean => piece?.kind === 'sign' && piece.text === text;
const isInsert = (pieces: readonly (Word | Part)[], at: number): boolean => nameOf(pieces[at - 1]) === 'into';

const ENDS_TABLE = new Set(
  'where on join inner left right full cross natural group order having limit offset union except intersect for window returning set using fetch'.split(
    ' ',
  ),
);
/** `as x`, `x`, and the columns behind it. */
const isAlias = (piece: Word | Part | undefined): boolean =>
  piece?.kind === 'part' ? !piece.isQuery : piece?.kind === 'word' && !ENDS_TABLE.has(piece.text);

/** The names that `with` gives to queries, anywhere in the statement. */
export function namedByWith(statement: Part): Set<string> {
  const names = new Set<string>();
  for (const { pieces } of partsOf(statement)) {
    pieces.forEach((piece, at) => {
      if (piece.kind !== 'part' || !piece.isQuery || piece.place !== 'with') return;
      let back = at - 1;
      while (['as', 'not', 'materialized'].includes(nameOf(pieces[back]))) back -= 1;
      if (pieces[back]?.kind === 'part') back -= 1;
      names.add(nameOf(pieces[back]));
    });
  }
  return names;
}
