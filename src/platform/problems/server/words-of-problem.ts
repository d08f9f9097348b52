import type { Language } from '#platform/http/contract/envelope.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';
import { fillIn, loadProblemTexts, type ProblemTexts } from './problem-texts.ts';
import { Problem } from './raise.ts';

let loaded: ProblemTexts | undefined;

/** All problem texts, read once: for results that are shown later than the answer of a call. */
export function problemTexts(): ProblemTexts {
  loaded ??= loadProblemTexts();
  return loaded;
}

export function wordsOf(code: string, params: ProblemParams | undefined, language: Language): string {
  return fillIn(problemTexts()[language][code] ?? code, params);
}

/** What a person reads of a failure; undefined for what only the log may know. */
export function wordsOfProblem(error: unknown, language: Language): string | undefined {
  return error instanceof Problem ? wordsOf(error.code, error.params, language) : undefined;
}
