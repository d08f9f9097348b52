// `npm run password -- <account>`: sets a password from the machine itself and ends all sessions of the account. With
// `--end-second-step` its two-step login is turned off, for who has lost phone and recovery codes.

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readConfig } from '#platform/config/server/config.ts';
import { requireAccount, setPassword } from '#system/passwords/server/index.ts';
import { endSecondStep } from '#system/second-step/server/index.ts';
import { CommandProblem, runCommand } from './run-command.ts';
import { withInstallation } from './with-installation.ts';

const END_SECOND_STEP = '--end-second-step';

await runCommand(async ([username, ...more]) => {
  if (!username || username.startsWith('-') || more.some((one) => one !== END_SECOND_STEP))
    throw new CommandProblem(`Which account? npm run password -- manager [${END_SECOND_STEP}]`);
  await withInstallation(readConfig(process.env), async (services) => {
    // nobody thinks of a password for an account that was mistyped
    await requireAccount(services, username);
    await setPassword(services, username, process.env['NEW_PASSWORD'] ?? (await ask()));
    console.log(`The password of ${username} is set; its sessions have ended.`);
    if (more.length > 0 && (await endSecondStep(services, username))) console.log('Two-step login is off.');
  });
});

/** From the terminal, which does not show what is typed, or a pipe; a question that nothing answers would wait for ever. */
async function ask(): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stdout.write('New password: ');
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  const ended = once(reader, 'close').then(() => undefined);
  // refused when somebody presses Ctrl+C
  const asked = reader.question('').catch(() => undefined);
  const answer = await Promise.race([asked, ended]);
  reader.close();
  if (isTerminal) process.stdout.write('\n');
  if (answer !== undefined) return answer;
  throw new CommandProblem('No password came from a terminal or a pipe: give it in NEW_PASSWORD.');
}
