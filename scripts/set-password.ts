// `npm run password -- <account>`: sets a password from the machine itself and ends all sessions of the account.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { openInstallation } from '#apps/server/open-installation.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { setPassword } from '#system/passwords/server/index.ts';

const username = process.argv[2];
if (!username) {
  console.error('Which account? npm run password -- manager');
  process.exit(1);
}
const config = readConfig(process.env);
const key = config.secretsKey ?? (await readFile(join(config.dataDir, 'secrets-key'), 'utf8')).trim();
const password = process.env['NEW_PASSWORD'] ?? (await ask());
const installation = await openInstallation(config, key);
try {
  await setPassword(installation.services, username, password);
  console.log(`The password of ${username} is set; its sessions have ended.`);
} catch (error) {
  console.error(error instanceof Problem ? `${error.code} ${JSON.stringify(error.params)}` : error);
  process.exitCode = 1;
} finally {
  await installation.close();
}

async function ask(): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question('New password: ');
  reader.close();
  return answer;
}
