import type pg from 'pg';

/** Told of each statement that was answered: its text as it was asked, and how long it took. */
export type StatementTimed = (text: string, ms: number) => void;

/**
 * Measures the statements of a connection. On a pipelined one a statement begins when the one before is answered, so that
 * it is not blamed for waiting behind another.
 */
export function timeStatements(client: pg.PoolClient, timed: StatementTimed): void {
  const ask = client.query as (...question: unknown[]) => unknown;
  let answeredAt = 0;
  const measured = (...question: unknown[]): unknown => {
    const asked = performance.now();
    const answer = ask.apply(client, question);
    if (!(answer instanceof Promise)) return answer;
    const note = (): void => {
      const now = performance.now();
      const began = Math.max(asked, answeredAt);
      answeredAt = now;
      timed(textOf(question[0]), now - began);
    };
    answer.then(note, note);
    return answer;
  };
  Object.assign(client, { query: measured });
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text ?? '');
