// `npm run help`: what each command is for.
const COMMANDS: Record<string, string> = {
  start: 'everything: database, server, console, broker; with DEMO also the robots',
  dev: 'the same, restarting the server when its sources change',
  check: 'types, lint, formatting, layering, rule tests: before each commit',
  test: 'every test, a real browser included; npm test -- --fast: what needs neither database nor product, in under two minutes',
  e2e: 'the journeys alone',
  build: 'the console, for production',
  bench: 'ours against a floor, in one run; with --scale how far it goes',
  soak: 'ten minutes of mixed calls, and what the server holds in memory meanwhile: npm run soak -- --minutes 2',
  size: 'script bytes of the first pages, against their budgets',
  map: 'rewrites docs/map.md from the slices; what they cost in lines: npm run map -- --sizes',
  'login-provider': 'adds, changes or removes a login provider: docs/third-login.md',
  password: 'sets a password: npm run password -- <account>',
  backup: 'database and files in one file, while servers run: npm run backup -- FILE; docs/operations/backup.md',
  restore: 'an installation from its backup, into an empty place: npm run restore -- FILE',
  distribute: 'the tables of tenants onto the workers of Citus, after each migration: docs/scale.md',
  'db:new': 'a new migration: npm run db:new -- orders-add-ticket-number',
  'db:types': 'rewrites tables.gen.ts from the migrations',
  'db:reset': 'deletes the embedded database and all data under DATA_DIR',
};
for (const [name, what] of Object.entries(COMMANDS)) console.log(`npm run ${name.padEnd(14)} ${what}`);
