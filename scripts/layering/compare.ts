import type { Finding } from './sources.ts';

/** What is found and no exception, and exceptions that do not occur any more: the lists only shrink. */
export function compare(findings: readonly Finding[], exceptions: readonly string[], list: string): string[] {
  const keys = new Set(findings.map(({ key }) => key));
  return [
    ...findings.filter(({ key }) => !exceptions.includes(key)).map(({ say }) => say),
    ...exceptions
      .filter((key) => !keys.has(key))
      .map((key) => `exceptions.ts, ${list}: "${key}" does not occur any more, take it out`),
  ];
}
