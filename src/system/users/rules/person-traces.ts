/** What a person's name, account or contact is looked for as (security 14.5). */
export interface Trace {
  readonly value: string;
  /**
   * `anywhere`: it can hardly mean anything else, such as a mailbox or a full name; `word`: it may be an ordinary word, such as the
   * account "operator"; `whole`: too short to be found within a text, such as the work number 12.
   */
  readonly found: 'anywhere' | 'word' | 'whole';
}

/** What kind of text is looked through. */
export type TextPlace =
  /** Logs, messages and other records of what happened. */
  | 'happening'
  /** A column that names who did something. */
  | 'who'
  /** What people maintain, such as names of roles and remarks. */
  | 'other';

const LATIN_WORD = /^\p{Script=Latin}+$/u;
const DIGITS = /^\d+$/;
const FEW = 5;
const FEW_DIGITS = 7;
const SHORTEST_WORD = 3;
const SHORTEST_NAME = 2;

/** How each value of a person is looked for, the longest first; what is empty or is no more than his id is left out (security 14.5). */
export function tracesOf(values: readonly (string | null)[], userId: string): Trace[] {
  const spelt = values.map((value) => value?.trim() ?? '').filter((value) => value !== '' && value !== userId);
  // a phone number is written with its country and without
  const all = [...new Set([...spelt, ...spelt.filter((one) => /^\+\d+$/.test(one)).map((one) => one.slice(1))])];
  return all
    .map((value) => ({ value, found: howFound(value) }))
    .sort((one, other) => other.value.length - one.value.length);
}

function howFound(value: string): Trace['found'] {
  const length = [...value].length;
  if (DIGITS.test(value)) return length >= FEW_DIGITS ? 'anywhere' : 'whole';
  if (LATIN_WORD.test(value)) return length >= SHORTEST_WORD ? 'word' : 'whole';
  // letters of other scripts, such as 王小明
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(value)) return length >= SHORTEST_NAME ? 'anywhere' : 'whole';
  return length >= FEW ? 'anywhere' : 'whole';
}

/** A text with the pseudonym in place of each trace that may be replaced there (security 14.5). */
export function withoutPerson(
  text: string,
  { traces, pseudonym }: { readonly traces: readonly Trace[]; readonly pseudonym: string },
  place: TextPlace,
): string {
  if (place !== 'other' && traces.some(({ value }) => value === text)) return pseudonym;
  return traces.reduce((left, trace) => {
    if (trace.found === 'whole' || (trace.found === 'word' && place !== 'happening')) return left;
    return left.replace(patternOf(trace), pseudonym);
  }, text);
}

const WRITTEN_APART = /[\p{Script=Latin}\p{N}_]/u;

/** Not within a longer word or number; scripts without spaces have no such limit. */
function patternOf({ value, found }: Trace): RegExp {
  const escaped = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const letters = [...value];
  const before = WRITTEN_APART.test(letters[0] ?? '') ? '(?<![\\p{Script=Latin}\\p{N}_])' : '';
  const behind = WRITTEN_APART.test(letters.at(-1) ?? '') ? '(?![\\p{Script=Latin}\\p{N}_])' : '';
  return new RegExp(`${before}${escaped}${behind}`, found === 'anywhere' ? 'giu' : 'gu');
}

const JSON_TEXT = /"(?:[^"\\]|\\.)*"/g;

/** The same in the texts of a JSON document as it is written; numbers and everything else stay to the digit (security 14.5). */
export function jsonWithoutPerson(
  document: string,
  person: { readonly traces: readonly Trace[]; readonly pseudonym: string },
  place: TextPlace,
): string {
  return document.replace(JSON_TEXT, (written) => {
    const text = JSON.parse(written) as string;
    const left = withoutPerson(text, person, place);
    return left === text ? written : JSON.stringify(left);
  });
}

/** Words of which one stands in each file that names him; a trace that is too short stands there as a whole text. */
export const wordsInFiles = (traces: readonly Trace[], id: string): string[] => [
  id,
  ...traces.map(({ value, found }) => (found === 'whole' ? `"${value}"` : value)),
];

/** What `like` of the database finds candidates by, in texts and in JSON; `withoutPerson` decides (security 14.5). */
export function likePatterns(traces: readonly Trace[]): string[] {
  const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
  return [
    ...new Set(
      traces.flatMap(({ value, found }) => {
        const inJson = JSON.stringify(value).slice(1, -1);
        return found === 'whole'
          ? [escaped(value), `%"${escaped(inJson)}"%`]
          : [`%${escaped(value)}%`, `%${escaped(inJson)}%`];
      }),
    ),
  ];
}
