import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { jsonWithoutPerson, likePatterns, type Trace, withoutPerson } from '../../rules/person-traces.ts';
import { placeOf, type TextTable } from './text-tables.ts';

const AT_ONCE = 500;
/** A table is read as a whole, which takes a while where there is much of it. */
const READING_TIME = '120s';

export interface Leaving {
  readonly userId: string;
  readonly traces: readonly Trace[];
  readonly pseudonym: string;
  /** Where he is no user: the kind that audit rows about him name, and its fields that say who he is. */
  readonly record?: { readonly kind: string; readonly fields: readonly string[] };
}

type Row = Readonly<Record<string, string | null>>;

/** Puts the pseudonym into all texts of a table: those of a tenant, or of all where it has none. */
export async function sweepTable(
  services: Services,
  table: TextTable,
  tenantId: string,
  person: Leaving,
): Promise<number> {
  let last: Row | undefined;
  let changed = 0;
  for (;;) {
    const from = last;
    const rows = await inTable(services, table, tenantId, async (db) => {
      await sql`select set_config('statement_timeout', ${READING_TIME}, true)`.execute(db);
      const found = await candidates(db, table, tenantId, person, from);
      let written = 0;
      for (const row of found) if (await rewrite(db, table, tenantId, person, row)) written += 1;
      // some of these rows decide rights; it is not known here which
      if (written > 0) await rightsChanged(db as TenantDb, [person.userId]);
      changed += written;
      return found;
    });
    last = rows.at(-1);
    if (rows.length < AT_ONCE) return changed;
  }
}

const inTable = <T>(
  { database }: Services,
  table: TextTable,
  tenantId: string,
  work: (db: PlatformDb) => Promise<T>,
): Promise<T> =>
  table.byRequests
    ? database.write(tenantId, (db) => work(db as unknown as PlatformDb), 'background')
    : database.acrossTenants('a person is erased from texts', work);

const keyOf = ({ key }: TextTable): RawBuilder<unknown> => sql.join(key.map(({ name }) => sql.ref(name)));
const keyValues = ({ key }: TextTable, row: Row): RawBuilder<unknown> =>
  sql.join(key.map(({ name, type }, at) => sql`${row[`key${at}`] ?? row[name]}::text::${sql.id(type)}`));
const inTenant = ({ ofTenant }: TextTable, tenantId: string): RawBuilder<unknown> =>
  ofTenant ? sql`tenant_id = ${Number(tenantId)} and` : sql``;

async function candidates(
  db: PlatformDb,
  table: TextTable,
  tenantId: string,
  { traces }: Leaving,
  last: Row | undefined,
): Promise<readonly Row[]> {
  const patterns = likePatterns(traces);
  const asText = table.columns.map(({ name }) => sql`${sql.ref(name)}::text`);
  const found = sql.join(
    asText.map((column) => sql`${column} ilike any (${patterns}::text[])`),
    sql` or `,
  );
  const values = table.columns.map(({ name }, at) => sql`${asText[at]} as ${sql.id(`text ${name}`)}`);
  const keys = table.key.map(({ name }, at) => sql`${sql.ref(name)}::text as ${sql.id(`key${at}`)}`);
  const behind = last ? sql`(${keyOf(table)}) > (${keyValues(table, last)}) and` : sql``;
  const { rows } = await sql<Row>`
    select ${sql.join([...keys, ...values])} from ${sql.table(table.name)}
     where ${inTenant(table, tenantId)} ${behind} (${found})
     order by ${keyOf(table)} limit ${AT_ONCE} for no key update`.execute(db);
  return rows;
}

async function rewrite(
  db: PlatformDb,
  table: TextTable,
  tenantId: string,
  person: Leaving,
  row: Row,
): Promise<boolean> {
  const changes = table.columns.flatMap(({ name, isJson }) => {
    const before = row[`text ${name}`] ?? null;
    if (before === null) return [];
    const place = placeOf(table.name, name);
    const after = isJson ? jsonWithoutPerson(before, person, place) : withoutPerson(before, person, place);
    if (after === before) return [];
    return [isJson ? sql`${sql.ref(name)} = ${after}::jsonb` : sql`${sql.ref(name)} = ${after}`];
  });
  if (changes.length === 0) return false;
  await sql`
    update ${sql.table(table.name)} set ${sql.join(changes)}
     where ${inTenant(table, tenantId)} (${keyOf(table)}) = (${keyValues(table, row)})`.execute(db);
  return true;
}
