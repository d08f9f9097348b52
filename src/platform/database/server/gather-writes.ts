import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Statements that are asked in one turn of the event loop leave in one write: for short statements the system call costs
 * more than the statement. For pipelined connections, where nothing waits for the answer of the one before.
 */
export function gatherWrites(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const ask = client.query as (...question: unknown[]) => unknown;
  let gathering = false;
  const gathered = (...question: unknown[]): unknown => {
    if (!gathering) {
      gathering = true;
      const { stream } = connection;
      stream.cork();
      setImmediate(() => {
        gathering = false;
        stream.uncork();
      });
    }
    return ask.apply(client, question);
  };
  Object.assign(client, { query: gathered });
}
