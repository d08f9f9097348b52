import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { removePart } from './archive-rows.ts';
import { readLines } from './line-file.ts';
import { type Column, columnsOf, rowsOf, valueIn } from './row-lines.ts';
import { orUnreadable } from './unreadable-file.ts';

const AT_ONCE = 1_000;
const DAY_MS = 86_400_000;
/** Time enough to look at it, and to ask for it again. */
export const RESTORED_DAYS = 7;
/** An erasure is done within the hour. */
const ERASURE_DAYS = 1;

interface BringingBack {
  readonly days?: number;
  /** Files by id; all unless named. */
  readonly only?: readonly string[];
  readonly signal?: AbortSignal;
  readonly report?: () => Promise<void>;
}

/**
 * Brings the rows of a month back into their table, file by file, each in one transaction with the line that says so: begun again it
 * goes on where it was. A file that cannot be read stays behind, and its month says so. `report` hears after each file.
 */
export async function bringBack(
  services: Services,
  tenantId: string,
  monthId: string,
  { days = RESTORED_DAYS, only, signal, report }: BringingBack = {},
): Promise<void> {
  const { database, clock } = services;
  const tenant = Number(tenantId);
  const parts = await database.acrossTenants('files of a month that is asked back', (db) =>
    db
      .selectFrom('archive_part')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('month_id', '=', monthId)
      .where('state', '=', 'archived')
      .orderBy('id')
      .execute(),
  );
  for (const { id } of parts) {
    if (only && !only.includes(id)) continue;
    signal?.throwIfAborted();
    await orUnreadable(services, tenantId, () => bringPartBack(services, tenantId, monthId, id));
    await report?.();
  }
  const until = new Date(clock.now().getTime() + days * DAY_MS);
  await database.acrossTenants('a month is back', (db) =>
    db
      .updateTable('archive_month')
      .set({
        // where nothing came back, nothing is there that would leave again
        state: sql`case when restored_count > 0 then 'restored' else 'archived' end`,
        restored_until: sql`case when restored_count > 0 then ${until}::timestamptz end`,
      })
      .where('tenant_id', '=', tenant)
      .where('id', '=', monthId)
      .where('state', '=', 'restoring')
      .execute(),
  );
  await report?.();
}

/**
 * Brings back the files in which one of the words stands: who is erased is then erased from them as from everything else. All files of rows
 * that name people are looked through where they lie; one that nobody can read holds no erasure up.
 */
export async function bringPeopleBack(services: Services, tenantId: string, words: readonly string[]): Promise<void> {
  const tenant = Number(tenantId);
  const looked = words.map(plain);
  const parts = await services.database.acrossTenants('files in which a person may be named', (db) =>
    db
      .selectFrom('archive_part')
      .select(['id', 'month_id', 'checksum'])
      .where('tenant_id', '=', tenant)
      .where('names_people', '=', true)
      .where('state', '=', 'archived')
      .orderBy('id')
      .execute(),
  );
  const found = new Map<string, string[]>();
  for (const { id, month_id, checksum } of parts) {
    const lines = await orUnreadable(services, tenantId, () => readLines(services.files, tenantId, id, checksum));
    const stands = lines?.some((line) => {
      const text = plain(line);
      return looked.some((word) => text.includes(word));
    });
    if (stands) found.set(month_id, [...(found.get(month_id) ?? []), id]);
  }
  for (const [monthId, only] of found) {
    await services.database.acrossTenants('a month in which a person is named', (db) =>
      db
        .updateTable('archive_month')
        .set({ state: 'restoring' })
        .where('tenant_id', '=', tenant)
        .where('id', '=', monthId)
        .execute(),
    );
    await bringBack(services, tenantId, monthId, { days: ERASURE_DAYS, only });
  }
}

/** A text in JSON in JSON has backslashes that the text itself has not. */
const plain = (text: string): string => text.replaceAll('\\', '').toLowerCase();

async function bringPartBack(services: Services, tenantId: string, monthId: string, id: string): Promise<void> {
  const { database, files } = services;
  const tenant = Number(tenantId);
  const part = await database.acrossTenants('a file of old rows', (db) =>
    db
      .selectFrom('archive_part')
      .select(['table_name', 'checksum', 'row_count', 'size_bytes'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .where('state', '=', 'archived')
      .executeTakeFirst(),
  );
  if (!part) return;
  const lines = await readLines(files, tenantId, id, part.checksum);
  if (lines.length !== part.row_count) throw new Error(`the archive file ${id} has lost rows`);
  const isOurs = await database.acrossTenants('old rows come back', async (db) => {
    const taken = await db
      .updateTable('archive_part')
      .set({ state: 'restored', unreadable_at: null })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .where('state', '=', 'archived')
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) return false;
    const columns = await columnsOf(db, part.table_name);
    for (let at = 0; at < lines.length; at += AT_ONCE)
      await insertLines(db, tenant, part.table_name, columns, lines.slice(at, at + AT_ONCE));
    await db
      .updateTable('archive_month')
      .set((of) => ({
        row_count: of('row_count', '-', part.row_count),
        size_bytes: of('size_bytes', '-', part.size_bytes),
        restored_count: of('restored_count', '+', part.row_count),
      }))
      .where('tenant_id', '=', tenant)
      .where('id', '=', monthId)
      .execute();
    return true;
  });
  // what cannot be removed now the night takes
  if (isOurs)
    await removePart(services, tenantId, id).catch((error) =>
      services.log.warn({ tenantId, part: id, err: error }, 'archive file not removed'),
    );
}

/** Columns of the file that the table still has: one that was added since takes its default, one that was dropped is left out. */
async function insertLines(
  db: PlatformDb,
  tenantId: number,
  table: string,
  columns: readonly Column[],
  lines: readonly string[],
): Promise<void> {
  const written = new Set(Object.keys(JSON.parse(lines[0] ?? '{}') as object));
  const known = columns.filter(({ name }) => name !== 'tenant_id' && written.has(name));
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${sql.join(known.map(({ name }) => sql.ref(name)))})
    select ${tenantId}::bigint, ${sql.join(known.map(valueIn))} from ${rowsOf(lines)}
    on conflict do nothing`.execute(db);
}
