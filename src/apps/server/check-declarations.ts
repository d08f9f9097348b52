import { fullPath } from '#platform/http/contract/endpoint.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import type { RawRoute, Route } from '#platform/http/server/route.ts';
import type { ProblemTexts } from '#platform/problems/server/problem-texts.ts';

/** No declaration, no start (security 5.1): every route says who may call it, every problem speaks both languages. */
export function checkDeclarations(
  routes: readonly Route[],
  rawRoutes: readonly RawRoute[],
  problems: Readonly<Record<string, number>>,
  texts: ProblemTexts,
): void {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const claim = (name: string): void => {
    if (seen.has(name)) wrong.push(`${name} is declared twice`);
    seen.add(name);
  };
  for (const { endpoint } of routes) {
    const name = `${endpoint.method} ${fullPath(endpoint.path)}`;
    for (const method of [endpoint.method, ...(endpoint.alsoMethods ?? [])])
      claim(`${method} ${fullPath(endpoint.path)}`);
    if (endpoint.auth === 'open' && !endpoint.openBecause) wrong.push(`${name} is open without a reason`);
    if (endpoint.auth === 'open' && endpoint.permission !== null)
      wrong.push(`${name} is open and asks for a permission`);
    if (!endpoint.summary) wrong.push(`${name} has no summary`);
  }
  for (const raw of rawRoutes) {
    claim(`${raw.method} ${raw.path}`);
    if (!raw.openBecause) wrong.push(`${raw.method} ${raw.path} is open without a reason`);
  }
  for (const code of Object.keys(problems)) {
    for (const language of LANGUAGES) if (!texts[language][code]) wrong.push(`problem ${code} has no ${language} text`);
  }
  if (wrong.length > 0) throw new Error(`Declarations are wrong:\n${wrong.join('\n')}`);
}
