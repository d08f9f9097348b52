// Set up before each test file of the server (vitest.config.ts).
import { afterAll } from 'vitest';
import { recordStatements, takeStatementFaults } from './statement-recorder.ts';

recordStatements();

afterAll(() => {
  const found = takeStatementFaults();
  if (found.length > 0)
    throw new Error(`Statements that a database distributed by tenant refuses (decision 63):\n\n${found.join('\n\n')}`);
});
