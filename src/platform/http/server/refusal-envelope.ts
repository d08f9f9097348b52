import type { Fault, Language } from '#platform/http/contract/envelope.ts';
import { fillIn } from '#platform/problems/server/problem-texts.ts';
import type { Problem } from '#platform/problems/server/raise.ts';
import type { CallDeps } from './handle-call.ts';

interface Refused {
  readonly problem: Problem;
  readonly language: Language;
  readonly requestId: string;
  readonly faults: readonly Fault[];
}

/** What a caller reads of a problem, and its number; one that no slice declares is a failure of ours (product.md 3). */
export function refusalEnvelope(
  { services, texts, problems }: Pick<CallDeps, 'services' | 'texts' | 'problems'>,
  { problem, language, requestId, faults }: Refused,
) {
  const number = problems[problem.code] ?? 500;
  const code = problems[problem.code] === undefined ? 'server.failed' : problem.code;
  const envelope = {
    success: false,
    code: String(number),
    message: fillIn(texts[language][code] ?? code, problem.params),
    result: null,
    timestamp: services.clock.now().getTime(),
    problem: code,
    requestId,
    ...(number === 400 || faults.length > 0 ? { faults } : {}),
    ...(problem.conflict ? { conflict: problem.conflict } : {}),
  };
  return { number, envelope };
}
