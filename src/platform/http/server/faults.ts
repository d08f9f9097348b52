import type * as z from 'zod';
import type { Fault, Language } from '#platform/http/contract/envelope.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';
import { fillIn, type ProblemTexts } from '#platform/problems/server/problem-texts.ts';

type Issue = z.core.$ZodIssue;

/** Zod's own messages are English: each issue becomes a key of ours, in the caller's language, with its path. */
export function faultsOf(issues: readonly Issue[], texts: ProblemTexts, language: Language): Fault[] {
  return issues
    .flatMap((issue) => faultsOfIssue(issue, issue.path))
    .map(({ path, key, params }) => ({
      path: path.map(String).join('.'),
      message: fillIn(texts[language][key] ?? key, params),
    }));
}

interface Keyed {
  path: readonly PropertyKey[];
  key: string;
  params?: ProblemParams | undefined;
}

/** What Zod calls a value, in words of people. */
const TYPE_FAULTS: Readonly<Record<string, string>> = {
  string: 'fault.type-text',
  number: 'fault.type-number',
  int: 'fault.type-whole',
  boolean: 'fault.type-flag',
  array: 'fault.type-list',
  object: 'fault.type-object',
  record: 'fault.type-object',
};

/** The keys of our texts for an issue, each with what is filled in. */
export function faultsOfIssue(issue: Issue, path: readonly PropertyKey[]): Keyed[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => ({ path: [...path, name], key: 'fault.unknown-field' }));
    case 'invalid_type':
      return [
        issue.input === undefined
          ? { path, key: 'fault.required' }
          : { path, key: TYPE_FAULTS[issue.expected] ?? 'fault.format' },
      ];
    case 'too_small':
      return [
        {
          path,
          key: sizeKey(issue.origin, issue.minimum, TOO_LITTLE),
          params: { minimum: String(issue.minimum) },
        },
      ];
    case 'too_big':
      return [
        {
          path,
          key: sizeKey(issue.origin, issue.maximum, TOO_MUCH),
          params: { maximum: String(issue.maximum) },
        },
      ];
    case 'invalid_value':
      return [{ path, key: 'fault.value', params: { values: issue.values.map(String).join(', ') } }];
    case 'invalid_union': {
      const branches = issue.errors.filter((branch) => branch.length > 0);
      const literals = branches.flatMap((branch) =>
        branch.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : [])),
      );
      if (literals.length === branches.length && literals.length > 0) {
        return [{ path, key: 'fault.value', params: { values: literals.map(String).join(', ') } }];
      }
      return [{ path, key: 'fault.format' }];
    }
    case 'invalid_format':
      // a format that says what it wants names its own words
      return [{ path, key: issue.message.startsWith('fault.') ? issue.message : 'fault.format' }];
    case 'custom':
      return [{ path, key: issue.message || 'fault.format', params: issue.params as ProblemParams | undefined }];
    default:
      return [{ path, key: 'fault.format' }];
  }
}

/** What is counted has words of its own where the limit is one: a text of problems knows no plural. */
interface SizeKeys {
  readonly number: string;
  readonly text: readonly [many: string, one: string];
  readonly list: readonly [many: string, one: string];
}
const TOO_LITTLE: SizeKeys = {
  number: 'fault.too-small',
  text: ['fault.too-short', 'fault.no-character'],
  list: ['fault.too-few', 'fault.no-entry'],
};
const TOO_MUCH: SizeKeys = {
  number: 'fault.too-big',
  text: ['fault.too-long', 'fault.one-character'],
  list: ['fault.too-many', 'fault.one-entry'],
};

function sizeKey(origin: string, limit: number | bigint, { number, text, list }: SizeKeys): string {
  const isCounted = origin === 'array' || origin === 'set' || origin === 'map';
  if (origin !== 'string' && !isCounted) return number;
  const [many, one] = isCounted ? list : text;
  return Number(limit) === 1 ? one : many;
}
