// `node scripts/rotate-secrets.ts`: new data keys for all tenants, and their secrets encrypted anew. Servers may run.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openInstallation } from '#apps/server/open-installation.ts';
import { slices } from '#apps/server/slices.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { rotateSecrets } from '#platform/secrets/server/rotate-secrets.ts';

const config = readConfig(process.env);
const key = config.secretsKey ?? (await readFile(join(config.dataDir, 'secrets-key'), 'utf8')).trim();
const installation = await openInstallation(config, key);
try {
  const { keys, secrets } = await rotateSecrets(installation.services, slices);
  console.log(`${keys} new data keys, ${secrets} secrets encrypted anew.`);
} finally {
  await installation.close();
}
