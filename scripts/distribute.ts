// `npm run distribute [-- --shards=32]`: the tables of tenants onto the workers of Citus, after each migration; docs/scale.md.

import { openDatabaseOf } from '#apps/server/open-installation.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { DistributeProblem, distribute } from '#platform/database/server/distribute.ts';

const asked = process.argv.find((argument) => argument.startsWith('--shards='))?.slice('--shards='.length) ?? '32';

async function main(): Promise<void> {
  const shards = Number(asked);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1_000)
    throw new DistributeProblem(`--shards is a number from 1 to 1000, not ${asked}`);
  const database = await openDatabaseOf(readConfig(process.env));
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
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof DistributeProblem ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
