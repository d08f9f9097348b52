// `npm run db:reset`: an empty start next time. Asks for the word, because nothing comes back.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { readConfig } from '#platform/config/server/config.ts';

const { dataDir, databaseUrl } = readConfig(process.env);
if (databaseUrl) {
  console.error('DATABASE_URL is set: an external database is not deleted from here.');
  process.exit(1);
}
const reader = createInterface({ input: process.stdin, output: process.stdout });
const answer = process.argv.includes('--yes')
  ? 'delete'
  : await reader.question(`Type "delete" to delete all data in ${dataDir}: `);
reader.close();
if (answer === 'delete') await rm(dataDir, { recursive: true, force: true });
else process.exitCode = 1;
