import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { boundsOf } from '../rules/months.ts';
import type { ArchiveKind } from './archive-kind.ts';
import { readLines, removeLines, writeLines } from './line-file.ts';
import { type Column, columnsOf, lineOf, rowsOf, valueIn } from './row-lines.ts';

/** What is in memory of a month at a time, and leaves in one transaction. */
const MAX_ROWS = 50_000;
const MAX_CHARACTERS = 16_777_216;
const AT_ONCE = 1_000;

/** A row of the file is not in the table any more as it stands there, or its month was asked back: it stays for another night. */
class Changed extends Error {}

/**
 * Moves one file of old rows of a tenant; false where none is left. First a line says that a file is being written, then comes the
 * file, then it is read back: the rows that leave are those that the file would bring back, to the last value, and the line says
 * so in the same transaction. A crash before leaves a file that nothing names, which `clearRemains` takes.
 */
export async function archiveRows(
  services: Services,
  tenantId: string,
  kind: ArchiveKind,
  before: Date,
): Promise<boolean> {
  const { database, files, clock } = services;
  const portion = await database.acrossTenants(`old rows of ${kind.name}`, (db) =>
    readPortion(db, tenantId, kind, before, clock.now()),
  );
  if (!portion) return false;
  const part = newId();
  const monthId = await database.acrossTenants('a file of old rows begins', (db) =>
    beginPart(db, { tenantId, kind, part, month: portion.month, now: clock.now() }),
  );
  try {
    const { checksum, size } = await writeLines(files, tenantId, part, portion.lines);
    const lines = await readLines(files, tenantId, part, checksum);
    if (lines.length !== portion.lines.length) throw new Error(`the archive file ${part} has lost rows`);
    await database.acrossTenants('old rows leave for their file', async (db) => {
      await holdMonth(db, tenantId, monthId, clock.now());
      const columns = await columnsOf(db, kind.table);
      for (let at = 0; at < lines.length; at += AT_ONCE)
        await deleteSame(db, tenantId, kind, columns, lines.slice(at, at + AT_ONCE));
      await db
        .updateTable('archive_part')
        .set({ state: 'archived', row_count: lines.length, size_bytes: size, checksum })
        .where('tenant_id', '=', Number(tenantId))
        .where('id', '=', part)
        .execute();
      await db
        .updateTable('archive_month')
        .set((of) => ({
          ...{ state: 'archived', restored_count: 0, restored_until: null, restored_by: '' },
          ...{ row_count: of('row_count', '+', lines.length), size_bytes: of('size_bytes', '+', size) },
          archived_at: clock.now(),
        }))
        .where('tenant_id', '=', Number(tenantId))
        .where('id', '=', monthId)
        .execute();
    });
    return true;
  } catch (error) {
    await removePart(services, tenantId, part).catch(() => undefined);
    if (!(error instanceof Changed)) throw error;
    services.log.warn({ tenantId, kind: kind.name, month: portion.month }, 'old rows changed and stay for now');
    return false;
  }
}

const anyTable = (db: PlatformDb) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Rows of one month that none of those is which people have asked back. */
async function readPortion(
  db: PlatformDb,
  tenantId: string,
  { name, table, at: column, only }: ArchiveKind,
  before: Date,
  now: Date,
): Promise<{ month: string; lines: string[] } | undefined> {
  const held = await db
    .selectFrom('archive_month')
    .select('month')
    .where('tenant_id', '=', Number(tenantId))
    .where('kind', '=', name)
    .where(({ or, eb }) => or([eb('state', '=', 'restoring'), eb('restored_until', '>', now)]))
    .execute();
  const at = sql.ref(`old.${column}`);
  const within = ({ from, to }: { from: Date; to: Date }): RawBuilder<SqlBool> =>
    sql<SqlBool>`(${at} >= ${from} and ${at} < ${to})`;
  let rows = anyTable(db).selectFrom(`${table} as old`).where('old.tenant_id', '=', Number(tenantId));
  if (only) rows = rows.where(only);
  let due = rows.where(sql<SqlBool>`${at} < ${before}`);
  for (const { month } of held) due = due.where(sql<SqlBool>`not ${within(boundsOf(month))}`);
  const first = await due
    .select(sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM')`.as('month'))
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const lines: string[] = [];
  let characters = 0;
  const ofMonth = rows
    .where(within(boundsOf(first.month)))
    .select(sql<string>`${lineOf(await columnsOf(db, table))}::text`.as('line'));
  for await (const { line } of ofMonth.limit(MAX_ROWS).stream(AT_ONCE)) {
    lines.push(line);
    characters += line.length;
    if (characters > MAX_CHARACTERS) break;
  }
  return { month: first.month, lines };
}

async function beginPart(
  db: PlatformDb,
  { tenantId, kind, part, month, now }: { tenantId: string; kind: ArchiveKind; part: string; month: string; now: Date },
): Promise<string> {
  const tenant = Number(tenantId);
  await sql`insert into archive_month (tenant_id, id, kind, month, archived_at)
            values (${tenant}, ${newId()}, ${kind.name}, ${month}, ${now}) on conflict do nothing`.execute(db);
  const { id } = await db
    .selectFrom('archive_month')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('kind', '=', kind.name)
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  await sql`insert into archive_part (tenant_id, id, month_id, table_name, names_people, created_at)
            values (${tenant}, ${part}, ${id}, ${kind.table}, ${kind.namesPeople}, ${now})`.execute(db);
  return id;
}

/** Until the end of the transaction nobody asks the month back. */
async function holdMonth(db: PlatformDb, tenantId: string, monthId: string, now: Date): Promise<void> {
  const month = await db
    .selectFrom('archive_month')
    .select(['state', 'restored_until'])
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', monthId)
    .forUpdate()
    .executeTakeFirst();
  if (!month || month.state === 'restoring' || (month.restored_until ?? now) > now) throw new Changed();
}

/**
 * Deletes the rows that are to the last value what the lines say: first they are held and compared, then they go by their keys, for a
 * coordinator turns no values of rows into texts where it deletes (decision 107).
 */
async function deleteSame(
  db: PlatformDb,
  tenantId: string,
  { table, key }: ArchiveKind,
  columns: readonly Column[],
  lines: readonly string[],
): Promise<void> {
  const keys = columns.filter(({ name }) => key.includes(name));
  const sameKey = keys.map((column) => sql`${sql.ref(`old.${column.name}`)} = ${valueIn(column)}`);
  const { rows: same } = await sql`
    select old.tenant_id from ${sql.table(table)} as old join ${rowsOf(lines)} on ${sql.join(sameKey, sql` and `)}
     where old.tenant_id = ${Number(tenantId)} and ${lineOf(columns)} = kept.line
       for update of old`.execute(db);
  if (same.length !== lines.length) throw new Changed();
  const values = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const lists = keys.map(
    ({ name, typeSchema, type }) => sql`${values.map((value) => value[name])}::${sql.id(typeSchema, type)}[]`,
  );
  const names = keys.map(({ name }) => sql.ref(name));
  const equal = keys.map(({ name }) => sql`${sql.ref(`old.${name}`)} = ${sql.ref(`kept.${name}`)}`);
  await sql`
    delete from ${sql.table(table)} as old using unnest(${sql.join(lists)}) as kept (${sql.join(names)})
     where old.tenant_id = ${Number(tenantId)} and ${sql.join(equal, sql` and `)}`.execute(db);
}

/** First the file, then the line that names it: a crash in between is repeated. */
export async function removePart({ database, files }: Services, tenantId: string, part: string): Promise<void> {
  await removeLines(files, tenantId, part);
  await database.acrossTenants('a file of old rows is gone', (db) =>
    db.deleteFrom('archive_part').where('tenant_id', '=', Number(tenantId)).where('id', '=', part).execute(),
  );
}
