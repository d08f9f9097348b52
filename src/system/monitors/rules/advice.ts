export const ADVICE = ['wait', 'change', 'read'] as const;
export type Advice = (typeof ADVICE)[number];

/**
 * What helps against a slow statement, told by what it does: a commit or a lock waits for disk or for others, a change mostly
 * for a lock of its rows, a question for rows that no index finds (inventory S12).
 */
export function adviceFor(statement: string): Advice {
  const text = statement.toLowerCase().trimStart();
  if (/^(begin|commit|rollback|lock|listen|notify|set)\b/.test(text) || /\bfor (no key )?update\b/.test(text))
    return 'wait';
  return /\b(insert into|update|delete from|copy)\b/.test(text) ? 'change' : 'read';
}
