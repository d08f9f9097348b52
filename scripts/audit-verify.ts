// `npm run audit:verify`: walks the audit chain of every tenant and compares it with the heads in the file store. Servers may run.
// Names tenant and number of the first row of each chain that was changed, removed or added by hand, and exits with 1 then.

import { readConfig } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { chainTenants, sealWaiting, verifyChain } from '#system/audit-chain/server/index.ts';
import { runCommand } from './run-command.ts';
import { withInstallation } from './with-installation.ts';

const FAULTS: Readonly<Record<string, string>> = {
  changed: 'was changed',
  removed: 'was removed',
  added: 'was added by hand',
  gap: 'is missing in the chain',
  forged: 'has a link that the product did not make',
  cut: 'and all behind it were cut off: the head in the file store says more',
  rewritten: 'is another one than the head in the file store says',
  unnumbered: 'was added past the chain',
  'no-head': 'is the last one, and the file store has no head of this chain',
  'bad-head': 'cannot be compared: the file of heads was changed, or written with another SECRETS_KEY',
};

await runCommand(() => withInstallation(readConfig(process.env), verifyAll));

async function verifyAll(services: Services): Promise<void> {
  await sealWaiting(services);
  for (const tenantId of await chainTenants(services)) {
    const { rows, fault } = await verifyChain(services, tenantId);
    if (!fault) {
      console.log(`Tenant ${tenantId}: ${rows} rows, all as they were written.`);
      continue;
    }
    process.exitCode = 1;
    const which = fault.number === null ? 'a row' : `row ${fault.number}`;
    const id = fault.rowId === '' ? '' : ` (${fault.rowId})`;
    console.log(
      `Tenant ${tenantId}: ${which}${id} ${FAULTS[fault.code] ?? fault.code}; ${rows} rows before it are good.`,
    );
  }
}
