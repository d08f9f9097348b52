import type { Language } from '#platform/http/contract/envelope.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';
import { isPassing } from './is-passing.ts';
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

/**
 * Why one of several was refused; throws what is no verdict on it: what only the log may know, and what passes, for the job or the caller
 * comes again. Where some of the call are done already, who came again would repeat them: then it is said of the one that it hit.
 */
export function wordsOfRefusal(error: unknown, language: Language, someAreDone = false): string {
  const words = isPassing(error) && !someAreDone ? undefined : wordsOfProblem(error, language);
  if (words === undefined) throw error;
  return words;
}
