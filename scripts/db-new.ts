// `npm run db:new -- orders-add-ticket-number`
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MINUTE_MS = 60_000;

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9-]+$/.test(name)) {
  console.error('Name it by slice and change: npm run db:new -- orders-add-ticket-number');
  process.exit(1);
}
const folder = join(import.meta.dirname, '../db/migrations');
const file = join(folder, `${stampAfter(readdirSync(folder).sort().at(-1))}-${name}.sql`);
writeFileSync(file, '-- Why:\n\n', { flag: 'wx' });
console.log(file);

/** Now; a minute after the last one where that is later, since they are applied in the order of their names. */
function stampAfter(last = ''): string {
  const at = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})-/.exec(last);
  const next = at ? Date.parse(`${at[1]}-${at[2]}-${at[3]}T${at[4]}:${at[5]}Z`) + MINUTE_MS : 0;
  return new Date(Math.max(Date.now(), next))
    .toISOString()
    .replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}).*$/, '$1$2$3-$4$5');
}
