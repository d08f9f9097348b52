// `npm run password -- <account>`: sets a password from the machine itself and ends all sessions of the account.

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { readConfig } from '#platform/config/server/config.ts';
import { requireAccount, setPassword } from '#system/passwords/server/index.ts';
import { CommandProblem, runCommand } from './run-command.ts';
import { withInstallation } from './with-installation.ts';

await runCommand(async ([username, ...more]) => {
  if (!username || username.startsWith('-') || more.length > 0)
    throw new CommandProblem('Which account? npm run password -- manager');
  await withInstallation(readConfig(process.env), async (services) => {
    // nobody thinks of a password for an account that was mistyped
    await requireAccount(services, username);
    await setPassword(services, username, process.env['NEW_PASSWORD'] ?? (await ask()));
    console.log(`The password of ${username} is set; its sessions have ended.`);
  });
});

/** From the terminal or a pipe; a question that nothing answers would wait for ever. */
async function ask(): Promise<string> {
  const isSeen = process.stdin.isTTY;
  const reader = createInterface(isSeen ? { input: process.stdin, output: process.stdout } : { input: process.stdin });
  const ended = once(reader, 'close').then(() => undefined);
  const answer = await Promise.race([reader.question('New password: '), ended]);
  reader.close();
  if (answer !== undefined) return answer;
  if (isSeen) console.log();
  throw new CommandProblem('No password came from a terminal or a pipe: give it in NEW_PASSWORD.');
}
