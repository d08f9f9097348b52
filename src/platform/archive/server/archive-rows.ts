import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { boundsOf } from '../rules/months.ts';
import type { ArchiveKind, HangsOn, Rows } from './archive-kind.ts';
import { readLines, removeLines, writeLines } from './line-file.ts';
import { type Column, columnsOf, lineOf, rowsOf, valueIn } from './row-lines.ts';

/** What is in memory of a month at a time, and leaves in one transaction. */
const MAX_ROWS = 50_000;
const MAX_CHARACTERS = 16_777_216;
const MAX_RECORDS = 4_000;
const AT_ONCE = 1_000;

/** A row of the file is not in the table any more as it stands there, or its month was asked back: it stays for another night. */
class Changed extends Error {}

/** Old rows of one month, a file for each table. */
interface Portion {
  readonly month: string;
  readonly tables: readonly (Rows & { readonly lines: readonly string[] })[];
  /** To which they all belong, where they belong to records. */
  readonly records?: readonly string[];
}

/**
 * Moves one portion of old rows of a tenant; false where none is left. First a line says that a file is being written, then comes the
 * file, then it is read back: the rows that leave are those that the file would bring back, to the last value, and the line says
 * so in the same transaction. A crash before leaves a file that nothing names, which `clearRemains` takes.
 */
export async function archiveRows(
  services: Services,
  tenantId: string,
  kind: ArchiveKind,
  before: Date,
): Promise<boolean> {
  const { database, clock } = services;
  const { name, hangsOn } = kind;
  const portion = await database.acrossTenants(`old rows of ${name}`, async (db) => {
    const held = await heldMonths(db, tenantId, name, clock.now());
    return hangsOn
      ? readRecords(db, tenantId, { ...kind, hangsOn }, { before, held })
      : readPortion(db, tenantId, kind, { before, held });
  });
  if (!portion) return false;
  const parts = portion.tables.map((rows) => ({ ...rows, id: newId() }));
  const monthId = await database.acrossTenants('files of old rows begin', (db) =>
    beginParts(db, { tenantId, kind, parts, month: portion.month, now: clock.now() }),
  );
  try {
    const files: WrittenPart[] = [];
    for (const part of parts) files.push(await writePart(services, tenantId, part));
    await database.acrossTenants('old rows leave for their files', async (db) => {
      await holdMonth(db, tenantId, monthId, clock.now());
      if (hangsOn) await holdRecords(db, tenantId, hangsOn, portion.records ?? []);
      for (const file of files) await leave(db, tenantId, monthId, file, clock.now());
      if (hangsOn) await mustBeAll(db, tenantId, hangsOn, { parts, records: portion.records ?? [] });
    });
    return true;
  } catch (error) {
    for (const { id } of parts) await removeBegun(services, tenantId, id).catch(() => undefined);
    if (!(error instanceof Changed)) throw error;
    services.log.warn({ tenantId, kind: name, month: portion.month }, 'old rows changed and stay for now');
    return false;
  }
}

interface WrittenPart extends Rows {
  readonly id: string;
  /** As they were read back. */
  readonly lines: readonly string[];
  readonly size: number;
  readonly checksum: string;
}

async function writePart(
  { files }: Services,
  tenantId: string,
  { id, table, key, lines }: Pick<WrittenPart, 'id' | 'table' | 'key' | 'lines'>,
): Promise<WrittenPart> {
  const { checksum, size } = await writeLines(files, tenantId, id, lines);
  const kept = await readLines(files, tenantId, id, checksum);
  if (kept.length !== lines.length) throw new Error(`the archive file ${id} has lost rows`);
  return { id, table, key, lines: kept, size, checksum };
}

/** The rows of one file go, and its line and its month say where they are. */
async function leave(
  db: PlatformDb,
  tenantId: string,
  monthId: string,
  { id, lines, size, checksum, ...rows }: WrittenPart,
  now: Date,
): Promise<void> {
  const columns = await columnsOf(db, rows.table);
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await deleteSame(db, tenantId, rows, columns, lines.slice(at, at + AT_ONCE));
  await db
    .updateTable('archive_part')
    .set({ state: 'archived', row_count: lines.length, size_bytes: size, checksum })
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('archive_month')
    .set((of) => ({
      ...{ state: 'archived', restored_count: 0, restored_until: null, restored_by: '' },
      ...{ row_count: of('row_count', '+', lines.length), size_bytes: of('size_bytes', '+', size) },
      archived_at: now,
    }))
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', monthId)
    .execute();
}

const anyTable = (db: PlatformDb) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Months that people have asked back. */
async function heldMonths(db: PlatformDb, tenantId: string, kind: string, now: Date): Promise<string[]> {
  const held = await db
    .selectFrom('archive_month')
    .select('month')
    .where('tenant_id', '=', Number(tenantId))
    .where('kind', '=', kind)
    .where(({ or, eb }) => or([eb('state', '=', 'restoring'), eb('restored_until', '>', now)]))
    .execute();
  return held.map(({ month }) => month);
}

interface Asked {
  readonly before: Date;
  /** Months that stay. */
  readonly held: readonly string[];
}

const within = (at: RawBuilder<unknown>, month: string): RawBuilder<SqlBool> => {
  const { from, to } = boundsOf(month);
  return sql<SqlBool>`(${at} >= ${from} and ${at} < ${to})`;
};
const monthIn = (at: RawBuilder<unknown>) => sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM')`;

async function readPortion(
  db: PlatformDb,
  tenantId: string,
  { table, key, at: column, only }: ArchiveKind,
  { before, held }: Asked,
): Promise<Portion | undefined> {
  const at = sql.ref(`old.${column}`);
  let rows = anyTable(db).selectFrom(`${table} as old`).where('old.tenant_id', '=', Number(tenantId));
  if (only) rows = rows.where(only);
  let due = rows.where(sql<SqlBool>`${at} < ${before}`);
  for (const month of held) due = due.where(sql<SqlBool>`not ${within(at, month)}`);
  const first = await due.select(monthIn(at).as('month')).limit(1).executeTakeFirst();
  if (!first) return undefined;
  const lines: string[] = [];
  let characters = 0;
  const ofMonth = rows
    .where(within(at, first.month))
    .select(sql<string>`${lineOf(await columnsOf(db, table))}::text`.as('line'));
  for await (const { line } of ofMonth.limit(MAX_ROWS).stream(AT_ONCE)) {
    lines.push(line);
    characters += line.length;
    if (characters > MAX_CHARACTERS) break;
  }
  return { month: first.month, tables: [{ table, key, lines }] };
}

/**
 * What hangs on records of one month that are over. It is looked for from the rows that leave: from the records one would walk through
 * years of them that have nothing left, each night.
 */
async function readRecords(
  db: PlatformDb,
  tenantId: string,
  { table, key, at, hangsOn }: ArchiveKind & { readonly hangsOn: HangsOn },
  { before, held }: Asked,
): Promise<Portion | undefined> {
  const tenant = Number(tenantId);
  const by = sql.ref(hangsOn.by);
  const made = sql.ref(`record.${hangsOn.at}`);
  const isHeld = held.map((month) => sql`and not ${within(made, month)}`);
  const { rows: due } = await sql<{ month: string }>`
    select ${monthIn(made)} as month
      from (select old.${by} from ${sql.table(table)} as old
             where old.tenant_id = ${tenant} and old.${sql.ref(at)} < ${before} offset 0) as old
      join ${sql.table(hangsOn.table)} as record on record.tenant_id = ${tenant} and record.${by} = old.${by}
     where ${made} < ${before} and ${hangsOn.isOver(tenant)} ${sql.join(isHeld, sql` `)}
     limit 1`.execute(db);
  const month = due[0]?.month;
  if (month === undefined) return undefined;
  const { rows: found } = await sql<{ name: string }>`
    select record.${by} as name from ${sql.table(hangsOn.table)} as record
     where record.tenant_id = ${tenant} and ${within(made, month)} and ${hangsOn.isOver(tenant)}
       and exists (select from ${sql.table(table)} as old where old.tenant_id = ${tenant} and old.${by} = record.${by})
     limit ${MAX_RECORDS}`.execute(db);
  const records = found.map(({ name }) => name);
  const tables: Portion['tables'][number][] = [];
  for (const rows of [{ table, key }, ...hangsOn.with]) {
    const { rows: lines } = await sql<{ line: string }>`
      select ${lineOf(await columnsOf(db, rows.table))}::text as line from ${sql.table(rows.table)} as old
       where old.tenant_id = ${tenant} and old.${by} = any(${records}::text[])`.execute(db);
    if (lines.length > 0) tables.push({ ...rows, lines: lines.map(({ line }) => line) });
  }
  return { month, tables, records };
}

interface Beginning {
  readonly tenantId: string;
  readonly kind: ArchiveKind;
  readonly parts: readonly { readonly id: string; readonly table: string }[];
  readonly month: string;
  readonly now: Date;
}

async function beginParts(db: PlatformDb, { tenantId, kind, parts, month, now }: Beginning): Promise<string> {
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
  for (const part of parts)
    await sql`insert into archive_part (tenant_id, id, month_id, table_name, names_people, created_at)
              values (${tenant}, ${part.id}, ${id}, ${part.table}, ${kind.namesPeople}, ${now})`.execute(db);
  return id;
}

/** Until the end of the transaction nobody changes the records; all of them must still be over. */
async function holdRecords(
  db: PlatformDb,
  tenantId: string,
  { table, by, isOver }: HangsOn,
  records: readonly string[],
): Promise<void> {
  const tenant = Number(tenantId);
  const { rows } = await sql`
    select record.tenant_id from ${sql.table(table)} as record
     where record.tenant_id = ${tenant} and record.${sql.ref(by)} = any(${[...records]}::text[]) and ${isOver(tenant)}
     order by record.${sql.ref(by)} for update`.execute(db);
  if (rows.length !== records.length) throw new Changed();
}

/** What came to a record since it was read stays, and with it all of this portion. */
async function mustBeAll(
  db: PlatformDb,
  tenantId: string,
  { by, with: others }: HangsOn,
  { parts, records }: { readonly parts: readonly Rows[]; readonly records: readonly string[] },
): Promise<void> {
  for (const table of new Set([...parts, ...others].map((rows) => rows.table))) {
    const { rows } = await sql`
      select left_over.tenant_id from ${sql.table(table)} as left_over
       where left_over.tenant_id = ${Number(tenantId)} and left_over.${sql.ref(by)} = any(${[...records]}::text[]) limit 1`.execute(
      db,
    );
    if (rows.length > 0) throw new Changed();
  }
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
  { table, key }: Rows,
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

/**
 * Only the line tells whether rows have left for a file: where the answer to a commit is lost, they may have. Who holds the line has
 * waited for a transaction that still ends; a line that cannot be read is left to `clearRemains`.
 */
async function removeBegun(services: Services, tenantId: string, part: string): Promise<void> {
  const begun = await services.database.acrossTenants('whether old rows stayed', (db) =>
    db
      .selectFrom('archive_part')
      .select('id')
      .where('tenant_id', '=', Number(tenantId))
      .where('id', '=', part)
      .where('state', '=', 'writing')
      .forUpdate()
      .executeTakeFirst(),
  );
  if (begun) await removePart(services, tenantId, part);
}

/** First the file, then the line that names it: a crash in between is repeated. */
export async function removePart({ database, files }: Services, tenantId: string, part: string): Promise<void> {
  await removeLines(files, tenantId, part);
  await database.acrossTenants('a file of old rows is gone', (db) =>
    db.deleteFrom('archive_part').where('tenant_id', '=', Number(tenantId)).where('id', '=', part).execute(),
  );
}
