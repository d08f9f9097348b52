import { databaseFault } from '#apps/server/check-environment.ts';
import { BackupProblem } from '#platform/backup/server/backup-format.ts';
import { SettingsError } from '#platform/config/server/config.ts';
import { DistributeProblem } from '#platform/database/server/distribute.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';

/** What the operator at the terminal can mend, in words for him. */
export class CommandProblem extends Error {}

/** Runs a command with its words. What its operator can mend is said in lines alone; what nobody expected keeps its stack. */
export async function runCommand(command: (words: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${linesOf(databaseFault(error, process.env['DATABASE_URL'])).join('\n')}\n`);
    process.exitCode = 1;
  }
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.lines;
  if (error instanceof Problem) return linesOfProblem(error);
  if ([CommandProblem, BackupProblem, DistributeProblem].some((kind) => error instanceof kind))
    return [(error as Error).message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** As a page shows it: the sentence, then what is wrong with single fields. */
function linesOfProblem({ code, params, faults }: Problem): readonly string[] {
  const details = faults.map((fault) => `- ${wordsOf(fault.code, fault.params ?? params, 'en-US')}`);
  return [wordsOf(code, params, 'en-US'), ...details];
}
