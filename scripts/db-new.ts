// `npm run db:new -- orders-add-ticket-number`
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9-]+$/.test(name)) {
  console.error('Name it by slice and change: npm run db:new -- orders-add-ticket-number');
  process.exit(1);
}
const stamp = new Date().toISOString().replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}).*$/, '$1$2$3-$4$5');
const file = join(import.meta.dirname, '../db/migrations', `${stamp}-${name}.sql`);
writeFileSync(file, '-- Why:\n\n', { flag: 'wx' });
console.log(file);
