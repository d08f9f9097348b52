import pg from 'pg';

// What a test on a cluster reads inside a tenant, list and detail above all, is asked of one machine (decision 107). Which
// statements ran is heard from the recorder; at the end of a file the coordinator is asked how it would run them.

/** A statement as it was sent. */
export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Kept extends Asked {
  readonly at: pg.ClientConfig;
  readonly tenantId: string;
}

const known = new Set<string>();
const kept: Kept[] = [];

/** Keeps each text once, with the values of its first call. */
export function keepForExplain(client: pg.Client, tenantId: string, { text, values }: Asked): void {
  if (known.has(text) || !/^\s*(select|with)\b/i.test(text) || text.includes(NAMES_NONE)) return;
  known.add(text);
  const { host, port, user, password, database } = client as unknown as pg.ClientConfig;
  kept.push({
    text,
    values,
    tenantId,
    at: { host, port, user, password: password as string, database } as pg.ClientConfig,
  });
}
const NAMES_NONE = '/* names no tenant */';

/** The statements since the last call that more than one shard would answer. */
export async function explainKept(): Promise<string[]> {
  const found: string[] = [];
  const clients = new Map<string, pg.Client>();
  for (const one of kept.splice(0)) {
    const client = clients.get(one.at.database ?? '') ?? new pg.Client(one.at);
    if (!clients.has(one.at.database ?? '')) {
      client.on('error', () => undefined);
      await client.connect();
      clients.set(one.at.database ?? '', client);
    }
    const most = Math.max(0, ...(await shardsOf(client, one)));
    if (most > 1) found.push(`Asked of ${most} shards: ${one.text}`);
  }
  await Promise.all([...clients.values()].map((client) => client.end()));
  return found;
}

/** How many shards each part of a statement is sent to; none for what was refused when it ran, which its test has told. */
async function shardsOf(client: pg.Client, { text, values, tenantId }: Kept): Promise<number[]> {
  await client.query("begin read only; select set_config('role', 'app', true)");
  await client.query(`set local app.tenant_id = '${tenantId}'`);
  try {
    const { rows } = await client.query(`explain (costs off) ${text}`, [...values]);
    return rows.flatMap((row) => {
      const count = /Task Count: (\d+)/.exec(String(row['QUERY PLAN']))?.[1];
      return count === undefined ? [] : [Number(count)];
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError) return [];
    throw error;
  } finally {
    await client.query('rollback');
  }
}
