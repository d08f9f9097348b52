import pg from 'pg';

/** Earlier ones show rows that row policies hide (security, beginning). */
const LEAST = { 15: 14, 16: 10, 17: 6 } as const;

/** Without the first three an acknowledged change may be gone after a crash (security 16.4), without the last any name may. */
const NEEDED = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_write', 'remote_apply'],
  server_encoding: ['UTF8'],
};

const OPENED_WITH = 'as-asked';
const POOLED =
  'DATABASE_URL leads to a pooler such as PgBouncer: it does not open connections as it is asked to (options). Roles, limits of time and LISTEN belong to a connection, and a server keeps few: give the address of PostgreSQL itself.';

/** Refuses a PostgreSQL that would lose acknowledged changes or leak rows, in one line that says what to do. */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'console check',
    // as the pools open theirs: a pooler refuses it, or leaves it away without a word
    options: `-c console.opened=${OPENED_WITH}`,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw /startup parameter/.test(error.message) ? new Error(POOLED) : error;
  });
  try {
    const { rows } = await client.query<Record<string, string>>(
      `select current_setting('console.opened', true) as opened, current_setting('server_version_num') as version, ${Object.keys(
        NEEDED,
      )
        .map((name) => `current_setting('${name}') as ${name}`)
        .join(', ')}`,
    );
    if (rows[0]!['opened'] !== OPENED_WITH) throw new Error(POOLED);
    const wrong = [...faultOfVersion(Number(rows[0]!['version'])), ...faultsOfSettings(rows[0]!)];
    if (wrong.length > 0) throw new Error(`The PostgreSQL server cannot be used: ${wrong.join('; ')}.`);
  } finally {
    await client.end();
  }
}

/** `version` is PostgreSQL's own number, such as 170006 for 17.6. */
export function faultOfVersion(version: number): string[] {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const least = LEAST[major as keyof typeof LEAST];
  if (major < 15 || (least !== undefined && minor < least))
    return [`version ${major}.${minor} shows rows that policies hide: 15.14, 16.10, 17.6 or later is needed`];
  return [];
}

function faultsOfSettings(found: Record<string, string>): string[] {
  return Object.entries(NEEDED)
    .filter(([name, good]) => !good.includes(found[name]!))
    .map(([name, good]) => `${name} is ${found[name]}, and must be ${good[0]}`);
}
