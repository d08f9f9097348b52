import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { referFiles } from '#platform/files/server/index.ts';
import { raiseConflict } from '#platform/history/server/last-change.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { instantOf } from '#platform/time/rules/local-day.ts';
import type { FieldsRow, RecordKind } from '../contract/define-records.ts';
import type { RecordFields, RecordTarget, RowOf } from '../contract/fields.ts';
import { neededPictures } from '../rules/record-cells.ts';
import { rowWords } from './list-records.ts';
import { maskedRow, withoutMasks } from './masked.ts';
import { sightOf } from './record-query.ts';
import {
  anyTable,
  columnOf,
  fieldsOf,
  inReach,
  listedBy,
  type RowWords,
  readerOf,
  referencesOf,
  type StoredRecord,
  selectRecords,
  toColumns,
  toRow,
  toValues,
  type Values,
  withoutApart,
  writeApart,
} from './record-rows.ts';
import type { MadeBy, ServedKind } from './serving.ts';

/** What a save points at was removed meanwhile. */
const FOREIGN_KEY_VIOLATION = '23503';

export async function addRecord(served: ServedKind, context: RequestContext, request: Values): Promise<Values> {
  const { kind } = served;
  const words = await rowWords(kind, context);
  const asked = asFields(served, request, words);
  const prepared = await served.prepare?.(context, asked);
  return orTaken(kind, () =>
    context.transaction((tx) => addIn(served, context, tx, { request: asked, words, prepared })),
  );
}

/** ISO 8601 says the zone at its end. */
const HAS_ZONE = /(Z|[+-]\d\d:?\d\d)$/i;

/** What older clients write, as our own say it: times on the tenant's clock, and what the kind reads itself. */
function asFields({ kind, read }: ServedKind, request: Values, words: RowWords | undefined): Values {
  const asked = read?.(request) ?? request;
  if (!words) return asked;
  const times = fieldsOf(kind).flatMap(([field, declared]): [string, string][] => {
    const value = asked[field];
    if (declared.kind !== 'instant' || typeof value !== 'string' || HAS_ZONE.test(value)) return [];
    const at = instantOf(value.replace('T', ' '), words.timeZone);
    return [
      [field, at?.toISOString() ?? raise('request.malformed', {}, { faults: [{ path: field, code: 'fault.format' }] })],
    ];
  });
  return { ...asked, ...Object.fromEntries(times) };
}

interface Addition {
  readonly request: Values;
  readonly words?: RowWords | undefined;
  readonly prepared?: unknown;
}

/** Adds a record as by hand, inside a transaction that does more. */
export async function addIn(
  served: ServedKind,
  context: RequestContext,
  tx: Transaction,
  { request, words, prepared }: Addition,
): Promise<Values> {
  const { kind } = served;
  const id = newId();
  const asked = withEmpty(kind, request);
  const generated = await mayBeSaved(served, tx, context, { id, draft: asked, given: asked, before: undefined });
  const draft = { ...asked, ...generated };
  await insertRecord(served, tx, { id, values: draft, prepared });
  await keepPictures(kind, tx, id, { values: draft });
  await tx.audit({ action: kind.permission('add'), objectKind: kind.name, objectId: id, after: draft });
  return afterSave(served, tx, context, { id, words, before: undefined });
}

/** Saves the fields that are given; a save that began from an older version is answered with what is stored now. */
export async function editRecord(served: ServedKind, context: RequestContext, request: Values): Promise<Values> {
  const words = await rowWords(served.kind, context);
  const { id, version, ...given } = asFields(served, request, words) as { id: string; version?: number };
  return orTaken(served.kind, () =>
    context.transaction((tx) => saveRecord(served, context, tx, { id, version, given, words })),
  );
}

interface Save {
  readonly id: string;
  readonly version?: number | undefined;
  readonly given: Values;
  readonly words: RowWords | undefined;
}

export async function saveRecord(
  served: ServedKind,
  context: RequestContext,
  tx: Transaction,
  save: Save,
): Promise<Values> {
  const { kind } = served;
  const { id, version, words } = save;
  const stored = await lockRecord(served, tx, id);
  const before = toValues(kind, stored);
  if (version !== undefined && version !== stored.version) {
    // compared with what the caller was shown, names included
    const shown = toValues(kind, await readBack(served, tx, id, context.language));
    await raiseConflict(
      tx.db,
      'record.changed-meanwhile',
      { kind: kind.name, id, actions: [kind.permission('add'), kind.permission('edit')] },
      { ...shown, version: stored.version } as Parameters<typeof raiseConflict>[3],
    );
  }
  const given = withoutMasks(served, tx.actor, save.given, before);
  const asked = { ...before, ...given };
  const generated = await mayBeSaved(served, tx, context, { id, draft: asked, given, before });
  const draft = { ...asked, ...generated };
  await updateRecord(served, tx, { id, version: stored.version + 1, values: { ...given, ...generated } });
  await keepPictures(kind, tx, id, { values: given, before });
  // a save that changes nothing is no edit; the call has its own audit row all the same
  if (!isDeepStrictEqual(before, draft))
    await tx.audit({ action: kind.permission('edit'), objectKind: kind.name, objectId: id, before, after: draft });
  return afterSave(served, tx, context, { id, words, before: toRow(kind, stored, words) });
}

/** The record, held until the end of the transaction; what the caller may not see is not there. */
export async function lockRecord(served: ServedKind, tx: Transaction, id: string): Promise<StoredRecord> {
  if (!isUuid(id)) raise(served.kind.notFound);
  const seen = sightOf(served, tx.actor);
  await served.storage?.lock(tx, id);
  const one = selectRecords(tx.db, served).where('record.id', '=', id);
  // a view cannot be locked
  const query = served.storage ? one : one.forNoKeyUpdate();
  const found = await inReach(served, tx.db, () => (seen ? query.where(seen) : query).executeTakeFirst());
  return found ?? raise(served.kind.notFound);
}

/** All fields of a new record: what was not given is empty. */
function withEmpty(kind: RecordKind, request: Values): Values {
  return Object.fromEntries(fieldsOf(kind).map(([field, { empty }]) => [field, request[field] ?? empty]));
}

interface NewRecord {
  readonly id: string;
  readonly values: Values;
  /** What `prepare` answered. */
  readonly prepared?: unknown;
  /** Who made it and when, where it comes back. */
  readonly made?: MadeBy;
}

const madeNow = (tx: Transaction): MadeBy => ({ createdAt: tx.now().toISOString(), createdBy: tx.actor.name });

export async function insertRecord(
  served: ServedKind,
  tx: Transaction,
  { id, values, prepared, made = madeNow(tx) }: NewRecord,
): Promise<void> {
  const { kind, storage } = served;
  const own = withoutApart(served, values);
  if (storage) await storage.insert(tx, { id, values: own, made, prepared });
  else
    await anyTable(tx.db)
      .insertInto(kind.table)
      .values({
        id,
        ...toColumns(kind, own),
        created_at: made.createdAt,
        created_by: made.createdBy,
        updated_at: made.createdAt,
      })
      .execute();
  await writeApart(served, tx, id, values);
}

async function updateRecord(
  served: ServedKind,
  tx: Transaction,
  { id, version, values }: { readonly id: string; readonly version: number; readonly values: Values },
): Promise<void> {
  const { kind, storage } = served;
  const own = withoutApart(served, values);
  if (storage) await storage.update(tx, { id, version, values: own });
  else
    await anyTable(tx.db)
      .updateTable(kind.table)
      .set({ ...toColumns(kind, own), version, updated_at: tx.now(), updated_by: tx.actor.name })
      .where('id', '=', id)
      .execute();
  await writeApart(served, tx, id, values);
}

interface Draft {
  readonly id: string;
  readonly draft: Values;
  readonly given: Values;
  readonly before: Values | undefined;
}

/**
 * Refuses what is taken, what points at nothing, what the caller would not see himself, and what the kind forbids; answers what
 * the server gives itself.
 */
async function mayBeSaved(served: ServedKind, tx: Transaction, context: RequestContext, save: Draft): Promise<Values> {
  const { kind, visible, decide, beforeSave, generate } = served;
  const { id, draft, given, before } = save;
  // first what is pointed at: some names are unique among those below one record
  for (const [field, target] of referencesOf(kind)) {
    const pointed = given[field];
    if (pointed === undefined || pointed === null || pointed === before?.[field]) continue;
    await mustBeKnown(tx, field, target, [String(pointed)]);
  }
  for (const [field, target] of listedBy(kind)) {
    const had = (before?.[field] ?? []) as readonly string[];
    const added = ((given[field] ?? []) as readonly string[]).filter((one) => !had.includes(one));
    if (added.length > 0) await mustBeKnown(tx, field, target, added);
  }
  for (const [field, { fixed }] of fieldsOf(kind)) {
    if (fixed && before && draft[field] !== before[field]) raiseAt(field, 'record.fixed');
  }
  for (const [field, { unique, within, generated }] of fieldsOf(kind)) {
    if (!unique || generated || draft[field] === '') continue;
    const isNew = field in given || within?.some((one) => one in given);
    if (isNew && (await isTaken(served, tx, field, draft, id))) raiseTaken(field);
  }
  const { parentField, switch: turned } = kind;
  // it was brought along in a table, which holds none
  if (before && turned && draft[turned.field] === turned.on && before[turned.field] !== turned.on)
    for (const field of missingPictures(served, draft)) raiseAt(field, 'record.picture-needed');
  const isPlaced = parentField !== undefined && (!before || draft[parentField] !== before[parentField]);
  if (isPlaced) await lockTree(kind, tx);
  if (before && isPlaced && (await isAt(kind, tx, String(draft[parentField]), id)))
    raiseAt(parentField, 'record.below-itself');
  if (visible && !visible.sees(tx.actor, { ...draft, id })) raise('record.reference-unknown');
  type Row = RowOf<RecordFields>;
  decide?.(draft as Row, before as Row | undefined, context);
  const saved = { id, draft: draft as Row, before: before as Row | undefined };
  await beforeSave?.(tx, saved, context);
  return (await generate?.(tx, saved, context)) ?? {};
}

/** The needed pictures that the record does not have; nothing stands in for them. */
export const missingPictures = ({ kind, standIns = {} }: ServedKind, values: Values): readonly string[] =>
  neededPictures(kind).filter((field) => !standIns[field] && (values[field] ?? '') === '');

/** Whatever the case of its letters; among the records that share the fields within which it is unique. */
export async function isTaken(
  served: Pick<ServedKind, 'kind' | 'ofPeople'>,
  { db }: Pick<Transaction, 'db'>,
  field: string,
  values: Values,
  exceptId: string | undefined,
): Promise<boolean> {
  const { kind } = served;
  let query = anyTable(db)
    .selectFrom(kind.table)
    .select('id')
    .where(sql`lower(${sql.ref(columnOf(field))})`, '=', String(values[field]).trim().toLowerCase());
  for (const within of kind.fields[field]?.within ?? []) {
    const shared = values[within] ?? null;
    query = query.where(columnOf(within), shared === null ? 'is' : '=', shared);
  }
  const row = await inReach(served, db, () => query.executeTakeFirst());
  return row !== undefined && row['id'] !== exceptId;
}

/** Places in a tree are given one after another: two moves at once could make a ring, two additions get one number. */
export async function lockTree(kind: RecordKind, tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${kind.table} ${tx.tenantId}`}, 0))`.execute(tx.db);
}

/** Whether the way up from `from` comes by the record `id`. */
async function isAt(kind: RecordKind, tx: Transaction, from: string, id: string): Promise<boolean> {
  const column = columnOf(kind.parentField ?? '');
  for (let at: unknown = from; isUuid(String(at)); ) {
    if (at === id) return true;
    const row = await anyTable(tx.db).selectFrom(kind.table).select(column).where('id', '=', at).executeTakeFirst();
    at = row?.[column];
  }
  return false;
}

/** What a field points at exists, and is one of the spots that the caller may see where it is a spot. */
async function mustBeKnown(
  tx: Transaction,
  field: string,
  target: RecordTarget,
  ids: readonly string[],
): Promise<void> {
  const { table, isSpot } = target;
  const spots = tx.actor.isRoot || !isSpot ? null : tx.actor.spotIds;
  const known = ids.filter((id) => isUuid(id) && (spots === null || spots.includes(id)));
  const rows =
    known.length < ids.length
      ? []
      : await inReach(target, tx.db, () =>
          anyTable(tx.db).selectFrom(table).select('id').where(sql<boolean>`id = any(${known}::uuid[])`).execute(),
        );
  if (rows.length < ids.length) raiseAt(field, 'record.reference-unknown');
}

function raiseTaken(field: string): never {
  return raiseAt(field, 'record.taken');
}

async function orTaken<T>(kind: RecordKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    if (code === FOREIGN_KEY_VIOLATION && constraint.startsWith(`${kind.table}_`)) raise('record.reference-unknown');
    // two saves at once of the same unique value: the index lets one of them through
    if (!violatedUnique(error)?.startsWith(`${kind.table}_`)) throw error;
    const uniques = fieldsOf(kind).filter(([, { unique }]) => unique);
    const at = Number(/_(\d+)_unique$/.exec(constraint)?.[1] ?? 1) - 1;
    return raiseTaken(uniques[at]?.[0] ?? kind.labelField);
  }
}

interface ShownPictures {
  readonly values: Values;
  /** What is as it was is not looked at: it may be older than a rule of today. */
  readonly before?: Values | undefined;
  /** A removed record shows again what it showed, of whatever kind. */
  readonly comesBack?: true;
}

/** Says which files the record shows, so that none of them goes while it does. */
export async function keepPictures(
  kind: RecordKind,
  tx: Transaction,
  id: string,
  { values, before, comesBack }: ShownPictures,
): Promise<void> {
  for (const [field, declared] of fieldsOf(kind)) {
    const value = values[field];
    if (value === undefined || (declared.kind !== 'picture' && declared.kind !== 'pictures')) continue;
    if (before && isDeepStrictEqual(value, before[field])) continue;
    const isList = Array.isArray(value);
    const paths = (isList ? value.map(String) : [String(value)]).filter((path) => path !== '');
    await referFiles(tx, { kind: kind.name, id, field }, paths, {
      upload: comesBack ? undefined : declared.upload,
      faultAt: (place) => (isList ? `${field}.${place}` : field),
    });
  }
}

async function afterSave(
  served: ServedKind,
  tx: Transaction,
  context: RequestContext,
  { id, words, before }: { id: string; words: RowWords | undefined; before: Values | undefined },
): Promise<Values> {
  const { kind } = served;
  const stored = await readBack(served, tx, id, context.language);
  const after = toRow(kind, maskedRow(served, tx.actor, stored), words);
  type Row = FieldsRow<RecordFields>;
  const outcome = await served.afterSave?.(
    tx,
    { after: after as unknown as Row, before: before as unknown as Row | undefined },
    context,
  );
  await announce(served, tx, id, after);
  if (before && served.visible && served.visible.spotOf(before) !== served.visible.spotOf(after))
    await announce(served, tx, id, before);
  return outcome === 'changed'
    ? toRow(kind, maskedRow(served, tx.actor, await readBack(served, tx, id, context.language)), words)
    : after;
}

/** The record as it is now. */
export const readBack = (
  served: ServedKind,
  tx: Transaction,
  id: string,
  language: Language = 'en-US',
): Promise<StoredRecord> =>
  inReach(served, tx.db, () =>
    selectRecords(tx.db, served, readerOf({ actor: tx.actor, language }))
      .where('record.id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/** Open lists of those who may see the record show it. */
export async function announce(served: ServedKind, tx: Transaction, id: string, values: Values): Promise<void> {
  const { kind, visible } = served;
  const spotId = visible?.spotOf({ ...values, id });
  await tx.live({ kind: kind.name, id, permission: kind.permission('view'), ...(visible ? { spotId } : {}) });
}
