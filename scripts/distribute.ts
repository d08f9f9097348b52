// `npm run distribute [-- --shards=32]`: the tables of tenants onto the workers of Citus, after each migration; docs/scale.md.

import { openDatabaseOf } from '#apps/server/open-installation.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { DistributeProblem, distribute } from '#platform/database/server/distribute.ts';
import { CommandProblem, runCommand } from './run-command.ts';
import { requireInstallation } from './with-installation.ts';

const SHARDS = '--shards=';

await runCommand(async ([option = `${SHARDS}32`, ...more]) => {
  if (!option.startsWith(SHARDS) || more.length > 0)
    throw new CommandProblem('npm run distribute, or npm run distribute -- --shards=32');
  const asked = option.slice(SHARDS.length);
  const shards = Number(asked);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1_000)
    throw new DistributeProblem(`--shards is a number from 1 to 1000, not ${asked}`);
  const config = readConfig(process.env);
  await requireInstallation(config);
  const database = await openDatabaseOf(config);
  try {
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    const { workers, moved, tables, keysLeftOut } = await distribute(database.url, { shards, say });
    for (const key of keysLeftOut) say(`kept by the product alone: ${key}`);
    const count = (place: string): number => tables.filter((table) => table.place === place).length;
    say(
      `${moved.length === 0 ? 'Nothing had to move' : `${moved.length} tables have moved`}: ${count('distributed')} tables lie on ${workers} workers by tenant, ${count('copied')} on every machine, ${count('local')} on this one.`,
    );
  } finally {
    await database.close();
  }
});
