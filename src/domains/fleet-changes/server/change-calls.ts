import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import {
  type DryRunAnswer,
  type DryRunRequest,
  FLEET_RUN,
  type FleetChange,
  LISTED_ROBOTS,
  type StartRequest,
} from '../contract/endpoints.ts';
import { stepFleetChange } from '../contract/jobs.ts';
import { stageOf, stageSizes } from '../rules/stages.ts';
import { findChange, lockChange, noteChange, type StoredChange } from './change-store.ts';
import { describeChange } from './describe-change.ts';
import { isTold, planChange } from './plan-change.ts';
import { pushChange } from './step-change.ts';
import { takeBackChange } from './take-back.ts';

const INSERTED_AT_ONCE = 200;

export function dryRun(context: RequestContext, request: DryRunRequest): Promise<DryRunAnswer> {
  return context.transaction(async (tx) => {
    const { robots } = await planChange(tx, context, request);
    const count = (note: string) => robots.filter((one) => one.note === note).length;
    const told = robots.filter(isTold).length;
    return {
      counts: {
        ...{ robots: robots.length, changes: told },
        ...{ same: count('same'), busy: count('busy'), offline: count('offline') },
      },
      stages: stageSizes(told),
      robots: robots.slice(0, LISTED_ROBOTS).map((one, turn) => ({
        ...{ robotId: one.robot.id, imei: one.robot.imei, name: one.robot.name },
        spotName: localName(context.language, one.robot.spot_name ?? '', one.robot.spot_name_zh ?? ''),
        ...{ before: one.before, after: one.after, note: one.note },
        stage: isTold(one) ? stageOf(turn, told) : null,
      })),
    };
  });
}

export async function startChange(context: RequestContext, request: StartRequest): Promise<FleetChange> {
  if (request.kind === 'broker') requireStepUp(context);
  return context.transaction(async (tx) => {
    const { wanted, robots } = await planChange(tx, context, request);
    const told = robots.filter(isTold);
    if (told.length === 0) raise('fleet-change.nothing-changes');
    if (told.length !== request.expected) raise('fleet-change.count-changed', { count: told.length });
    // the first one shows the way
    if (!told[0]?.robot.online) raise('fleet-change.none-online');
    const id = newId();
    const { reason, kind, limitPercent, takesBack } = request;
    await tx.db
      .insertInto('fleet_change')
      .values({
        ...{ id, kind, wanted: JSON.stringify(wanted), reason, limit_percent: limitPercent, takes_back: takesBack },
        ...{ wait_seconds: request.waitMinutes * 60, watch_seconds: request.watchMinutes * 60, robots: told.length },
        ...{ requested_by: tx.actor.id, requested_by_name: tx.actor.name, language: context.language },
        created_at: tx.now(),
      })
      .execute();
    const rows = told.map(({ robot, before, after }, turn) => ({
      ...{ change_id: id, robot_id: robot.id, imei: robot.imei, name: robot.name, turn },
      ...{ stage: stageOf(turn, told.length), before: JSON.stringify(before), wanted: JSON.stringify(after) },
    }));
    for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE)
      await tx.db
        .insertInto('fleet_change_robot')
        .values(rows.slice(at, at + INSERTED_AT_ONCE))
        .execute();
    await tx.enqueue(stepFleetChange, { changeId: id }, { key: id });
    await tx.audit({
      ...{ action: FLEET_RUN, objectKind: 'fleet-change', objectId: id, reason },
      after: { kind, ...wanted, robots: told.length },
    });
    await pushChange(tx, id);
    return describe(tx.db, id);
  });
}

/** A person who is restricted to spots sees changes of robots there alone. */
export function seesChange({ isRoot, spotIds }: Actor) {
  if (isRoot || spotIds === null) return undefined;
  return sql<boolean>`not exists (
    select from fleet_change_robot told
     where told.tenant_id = ${THIS_TENANT} and told.change_id = record.id
       and not exists (select from robot where robot.tenant_id = ${THIS_TENANT} and robot.id = told.robot_id
                         and robot.spot_id = any(${[...spotIds]}::uuid[])))`;
}

async function mustSee(db: TenantDb, actor: Actor, id: string): Promise<void> {
  if (!isUuid(id)) raise('fleet-change.not-found');
  const seen = seesChange(actor);
  const row = await db
    .selectFrom('fleet_change as record')
    .select('record.id')
    .where('record.id', '=', id)
    .$if(seen !== undefined, (all) => all.where(seen ?? sql<boolean>`false`))
    .executeTakeFirst();
  if (!row) raise('fleet-change.not-found');
}

export function showChange(context: RequestContext, { id }: { id: string }): Promise<FleetChange> {
  return context.read(async (db) => {
    await mustSee(db, context.actor, id);
    return describe(db, id);
  });
}

async function describe(db: TenantDb, id: string): Promise<FleetChange> {
  return describeChange(db, (await findChange(db, id)) ?? raise('fleet-change.not-found'));
}

/** One act upon a change that is seen, with its audit row; the change is locked. */
const acting =
  (act: string, work: (tx: Transaction, change: StoredChange, context: RequestContext) => Promise<void>) =>
  (context: RequestContext, { id }: { id: string }): Promise<FleetChange> =>
    context.transaction(async (tx) => {
      await mustSee(tx.db, context.actor, id);
      const change = (await lockChange(tx.db, id)) ?? raise('fleet-change.not-found');
      await work(tx, change, context);
      await tx.audit({
        ...{ action: FLEET_RUN, objectKind: 'fleet-change', objectId: id, after: { act } },
        reason: change.reason,
      });
      await pushChange(tx, id);
      return describe(tx.db, id);
    });

export const stopChange = acting('stop', async (tx, { id, state }) => {
  if (state !== 'running') raise('fleet-change.not-running');
  await noteChange(tx.db, id, { state: 'stopped', stopped_because: 'person' });
});

/** Somebody has looked: what failed so far stays as it is and counts no more. */
export const resumeChange = acting('go-on', async (tx, { id, state }) => {
  if (state !== 'stopped') raise('fleet-change.not-stopped');
  await tx.db
    .updateTable('fleet_change_robot')
    .set({ state: 'left' })
    .where('change_id', '=', id)
    .where('state', 'in', ['failed', 'silent'])
    .execute();
  await noteChange(tx.db, id, { state: 'running', stopped_because: '' });
  await tx.enqueue(stepFleetChange, { changeId: id }, { key: id });
});

export const takeBack = acting('take-back', async (tx, change, context) => {
  if (change.kind === 'broker') requireStepUp(context);
  if (!(await takeBackChange(tx, change))) raise('fleet-change.nothing-to-take-back');
});
