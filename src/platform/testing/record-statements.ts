// Set up before each test file of the server (vitest.config.ts).
import { afterAll } from 'vitest';
import { explainKept } from './one-shard.ts';
import { recordStatements, takeStatementFaults } from './statement-recorder.ts';

recordStatements();

afterAll(async () => {
  const found = takeStatementFaults();
  if (found.length > 0)
    throw new Error(`Statements that a database distributed by tenant refuses (decision 63):\n\n${found.join('\n\n')}`);
  const wide = await explainKept();
  if (wide.length > 0)
    throw new Error(`Reads inside a tenant that ask more than one shard (decision 107):\n\n${wide.join('\n\n')}`);
});
