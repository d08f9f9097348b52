// `node scripts/rotate-secrets.ts`: new data keys for all tenants, and their secrets encrypted anew. Servers may run.

import { slices } from '#apps/server/slices.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { rotateSecrets } from '#platform/secrets/server/rotate-secrets.ts';
import { runCommand } from './run-command.ts';
import { withInstallation } from './with-installation.ts';

await runCommand(() =>
  withInstallation(readConfig(process.env), async (services) => {
    const { keys, secrets } = await rotateSecrets(services, slices);
    console.log(`${keys} new data keys, ${secrets} secrets encrypted anew.`);
  }),
);
