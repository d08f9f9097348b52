import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { beginRun, insertExport, recordFile } from '#platform/exports/server/export-store.ts';
import { fileBytes } from '#platform/exports/server/file-at-once.ts';
import { fileLabel } from '#platform/exports/server/file-label.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { findPerson } from '#system/session/server/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST_BYTES = 1_000_000;

interface DemoPerson {
  readonly tenantId: string;
  readonly account: string;
  readonly language: 'en-US' | 'zh-CN';
  /** Where its spots were said to be before somebody looked. */
  readonly addressBefore: string;
}

const PEOPLE: readonly DemoPerson[] = [
  { tenantId: '1000', account: 'manager', language: 'en-US', addressBefore: 'To be filled in' },
  { tenantId: '1001', account: 'manager.cn', language: 'zh-CN', addressBefore: '待补充' },
];

const LOG: readonly (readonly [level: string, text: string])[] = [
  ['info', 'start of firmware 4.2.1'],
  ['info', 'broker connected'],
  ['warn', 'milk pump: pressure low, tried again'],
  ['info', 'milk pump: pressure ok'],
  ['error', 'payment terminal does not answer'],
  ['info', 'payment terminal is back'],
];

/**
 * What people leave behind where they work: versions of records, files, the log of a robot, devices that were turned away. Each once,
 * also where the first start was ended between two of them.
 */
export async function seedDemoTraces(services: Services, slices: readonly ServerSlice[]): Promise<void> {
  for (const person of PEOPLE) {
    const user = await services.database.identity((db) =>
      db.selectFrom('staff_user').select('id').where('username_key', '=', person.account).executeTakeFirst(),
    );
    const actor = user && (await findPerson(services, user.id, person.tenantId));
    if (!actor) continue;
    const left = await tracesOf(services, person.tenantId, actor.id);
    const fileOf = (kind: string, request: object) =>
      makeFile(services, slices, { ...person, owner: actor, kind, request });
    if (!left.hasEdited)
      await runTransaction(services, { tenantId: person.tenantId, actor, pool: 'background' }, (tx) =>
        editSpots(tx, person),
      );
    for (const kind of FILES) if (!left.files.has(kind)) await fileOf(kind, {});
    if (!left.hasLogs) await askForLogs(services, { ...person, userId: actor.id, fileOf });
    if (!left.hasDelegate) await stoodInFor(services, person);
    if (!left.hasRefused) await turnAway(services, person.tenantId);
  }
}

const FILES = ['robots', 'suppliers'];

interface Traces {
  readonly hasEdited: boolean;
  readonly files: ReadonlySet<string>;
  readonly hasLogs: boolean;
  readonly hasDelegate: boolean;
  readonly hasRefused: boolean;
}

async function tracesOf(services: Services, tenantId: string, userId: string): Promise<Traces> {
  const hasRefused = await services.database.acrossTenants('devices of the demo that were refused', (db) =>
    db.selectFrom('device_quarantine').select('id').where('tenant_id', '=', Number(tenantId)).limit(1).execute(),
  );
  return services.database.read(tenantId, async (db) => {
    const edited = db.selectFrom('audit_row').select('id').where('action', '=', 'spot:edit');
    const [edits, files, logs, delegates] = await Promise.all([
      edited.where('actor_id', '=', userId).limit(1).execute(),
      db.selectFrom('export_job').select('kind').where('requested_by', '=', userId).distinct().execute(),
      db.selectFrom('log_download').select('id').limit(1).execute(),
      db.selectFrom('user_agent').select('id').limit(1).execute(),
    ]);
    return {
      hasEdited: edits.length > 0,
      files: new Set(files.map(({ kind }) => kind)),
      hasLogs: logs.length > 0,
      hasDelegate: delegates.length > 0,
      hasRefused: hasRefused.length > 0,
    };
  });
}

async function editSpots(tx: Transaction, { addressBefore }: DemoPerson): Promise<void> {
  const spots = await tx.db.selectFrom('spot').select(['id', 'name', 'address']).orderBy('name').limit(3).execute();
  for (const { id, name, address } of spots)
    await tx.audit({
      ...{ action: 'spot:edit', objectKind: 'spot', objectId: id },
      ...{ before: { name, address: addressBefore }, after: { name, address } },
    });
}

interface AskedFile extends DemoPerson {
  readonly owner: Actor;
  readonly kind: string;
  readonly request: object;
}

/** As the job makes it, and without a notice: nobody waits for it. */
async function makeFile(services: Services, slices: readonly ServerSlice[], asked: AskedFile): Promise<string> {
  const { tenantId, owner, kind, request, language } = asked;
  const definition = slices.flatMap(({ exports = [] }) => exports).find((one) => one.kind === kind);
  if (!definition) throw new Error(`No export ${kind}`);
  const { columns } = definition;
  const [id, runId, format, separator, at] = [newId(), newId(), 'csv', 'comma', services.clock.now()] as const;
  const job = { id, kind, format, separator, language, columns, request, digest: randomBytes(32), at };
  const people = { requestedBy: owner.id, requestedByName: owner.name };
  await services.database.write(tenantId, async (db) => {
    await insertExport(db, { ...job, ...people, label: await fileLabel(db, definition, { request, language, at }) });
    await beginRun(db, id, runId, at);
  });
  let rows = 0;
  const written = await services.database.read(
    tenantId,
    async (db) => {
      const bytes = await fileBytes(db, { services, definition, owner, ...job }, async function* ({ batches }) {
        for await (const batch of batches) {
          rows += batch.length;
          yield batch;
        }
      });
      const key = fileKey({ tenantId, purpose: 'export', id: runId, extension: format });
      return services.files.write(key, bytes, { maxBytes: MOST_BYTES });
    },
    'exports',
  );
  await services.database.write(tenantId, (db) => recordFile(db, { id, runId }, { ...written, rows, at }));
  return id;
}

interface AskedLogs extends DemoPerson {
  readonly userId: string;
  fileOf(kind: string, request: object): Promise<string>;
}

/** The log of one robot is there as a file; another one refused. */
async function askForLogs(services: Services, { tenantId, userId, language, fileOf }: AskedLogs): Promise<void> {
  const now = services.clock.now().getTime();
  const [id, command_id] = [newId(), newId()];
  const [there, away] = [now - 10 * MINUTE_MS, now - 90 * MINUTE_MS];
  await services.database.write(tenantId, async (db) => {
    const robots = await db
      .selectFrom('robot')
      .select(['id', 'imei', 'name'])
      .where('retired_at', 'is', null)
      .orderBy('imei')
      .limit(2)
      .execute();
    const asked = (place: number, at: number) => {
      const robot = robots[place];
      if (!robot) throw new Error('The demo has too few robots');
      return {
        ...{ robot_id: robot.id, imei: robot.imei, robot_name: robot.name, requested_by: userId, language },
        ...{ from_at: new Date(at - 2 * HOUR_MS), to_at: new Date(at - HOUR_MS), created_at: new Date(at) },
      };
    };
    const [first, second] = [asked(0, there), asked(1, away)];
    await db
      .insertInto('log_download')
      .values([
        { ...first, id, command_id, parts: 1, parts_received: 1, failure: '', failed_at: null },
        {
          ...{ ...second, id: newId(), command_id: null, parts: 0, parts_received: 0 },
          ...{ failure: 'refused', failed_at: new Date(away + MINUTE_MS) },
        },
      ])
      .execute();
    const lines = LOG.map(([level, text], at) => ({
      ...{ at: new Date(there - 2 * HOUR_MS + at * 7 * MINUTE_MS).toISOString(), level, text },
    }));
    const data = { kind: 'log.lines', cmdId: command_id, part: 1, parts: 1, lines };
    await db
      .insertInto('device_event')
      .values({
        ...{ imei: first.imei, session: `log-${id}`, seq: 1, message_id: newId(), kind: 'log.lines' },
        ...{ data: JSON.stringify(data), device_at: new Date(there), received_at: new Date(there + MINUTE_MS) },
      })
      .execute();
  });
  const export_id = await fileOf('robot-log', { downloadId: id });
  await services.database.write(tenantId, (db) =>
    db.updateTable('log_download').set({ export_id }).where('id', '=', id).execute(),
  );
}

/** Somebody stood in for the manager while he was away. */
async function stoodInFor(services: Services, { tenantId, account }: DemoPerson): Promise<void> {
  const now = services.clock.now().getTime();
  const people = await services.database.identity((db) =>
    db
      .selectFrom('staff_user')
      .select(['id', 'username'])
      .where('username_key', 'in', [account, 'operator'])
      .orderBy('username_key')
      .execute(),
  );
  const [away, standIn] = people;
  if (!away || !standIn || tenantId !== '1000') return;
  await services.database.write(tenantId, (db) =>
    db
      .insertInto('user_agent')
      .values({
        ...{ id: newId(), user_id: away.id, user_name: away.username, agent_id: standIn.id, created_by: 'Demo' },
        ...{ agent_user_name: standIn.username, status: 1 },
        ...{ start_time: new Date(now - 12 * DAY_MS), end_time: new Date(now - 5 * DAY_MS) },
      })
      .execute(),
  );
}

/** A robot that came with the password of before, three times. */
async function turnAway(services: Services, tenantId: string): Promise<void> {
  const now = services.clock.now().getTime();
  await services.database.acrossTenants('devices of the demo that were refused', async (db) => {
    const { rows } = await sql<{ imei: string }>`
      select imei from robot where tenant_id = ${tenantId} and retired_at is null order by imei desc limit 1`.execute(
      db,
    );
    for (const minutesAgo of [65, 35, 5])
      for (const { imei } of rows)
        await db
          .insertInto('device_quarantine')
          .values({
            ...{ id: newId(), imei, tenant_id: Number(tenantId), topic: '', payload: Buffer.from('203.0.113.24') },
            ...{ reason: 'login refused', received_at: new Date(now - minutesAgo * MINUTE_MS) },
          })
          .execute();
  });
}
