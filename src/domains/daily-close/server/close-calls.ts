import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import type { CloseTiming, DayClose, HappenedToClose } from '../contract/endpoints.ts';
import { CLOSE_RUN, CLOSE_SIGN } from '../contract/endpoints.ts';
import { beginRun } from './begin-run.ts';
import { findClose, findLines, lockClose, noteEvent, openClose, type StoredClose, updateClose } from './close-store.ts';
import { shownCorrections } from './correct-signed.ts';
import { countOpen, shownDifferences } from './difference-store.ts';

/** The money of all spots together is not for people who are restricted to some (security 5.3). */
export const seesWholeTenant = ({ isRoot, spotIds }: Actor): boolean => isRoot || spotIds === null;

export function mustSeeWholeTenant({ actor }: Pick<RequestContext, 'actor'>): void {
  if (!seesWholeTenant(actor)) raise('daily-close.whole-tenant-only');
}

interface OfDay {
  readonly day: string;
}

export function showDay(context: RequestContext, { day }: OfDay): Promise<DayClose> {
  mustSeeWholeTenant(context);
  return context.read(async (db) => describe(db, (await findClose(db, day)) ?? raise('daily-close.not-found')));
}

async function describe(db: TenantDb, close: StoredClose): Promise<DayClose> {
  return {
    ...{ id: close.id, day: close.day, timeZone: close.timeZone, from: close.from.toISOString() },
    ...{ before: close.before.toISOString(), state: close.state, failure: close.failure, step: close.step },
    ...{
      fetched: await fetchedOf(db, close.id),
      runAt: close.runAt?.toISOString() ?? null,
      openCount: close.openCount,
    },
    ...{ signedByName: close.signedByName, signedAt: close.signedAt?.toISOString() ?? null, signNote: close.signNote },
    lines: await findLines(db, close.id),
    differences: await shownDifferences(db, close.id),
    timing: close.timing as CloseTiming[],
    corrections: await shownCorrections(db, close.id),
    events: await eventsOf(db, close.id),
  };
}

async function fetchedOf(db: TenantDb, closeId: string): Promise<number> {
  const { rows } = await db
    .selectFrom('daily_close_fetch')
    .select((eb) => eb.fn.sum<string>('rows').as('rows'))
    .where('close_id', '=', closeId)
    .executeTakeFirstOrThrow();
  return Number(rows ?? 0);
}

async function eventsOf(db: TenantDb, closeId: string): Promise<HappenedToClose[]> {
  const rows = await db
    .selectFrom('daily_close_event')
    .select(['id', 'at', 'what', 'actor', 'detail'])
    .where('close_id', '=', closeId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, at: row.at.toISOString(), what: row.what as HappenedToClose['what'], actor: row.actor },
    detail: row.detail as HappenedToClose['detail'],
  }));
}

/** Matches a day that is over again, or one that was never matched. */
export function runDay(context: RequestContext, { day }: OfDay) {
  mustSeeWholeTenant(context);
  return context.transaction(async (tx) => {
    const zone = await zoneOfTenant(tx.db);
    if (day >= localDay(tx.now(), zone)) raiseAt('day', 'daily-close.not-over');
    if (day < localDay(await firstMoment(tx.db), zone)) raiseAt('day', 'daily-close.too-early');
    const close = await openClose(tx, day);
    if (close.state === 'signed') raise('daily-close.signed');
    if (close.before > tx.now()) raise('daily-close.not-over');
    // one that waits for its provider is asked at once
    const isUnderway = close.state === 'running' && close.runAt === null && close.failure === null;
    if (!isUnderway || close.step === 'fetching') await beginRun(tx, close);
    await tx.audit({ action: CLOSE_RUN, objectKind: 'daily-close', objectId: close.id, after: { day } });
    return { id: close.id, state: 'running' };
  });
}

/** Before it there was nothing that could be matched: the tenant's begin, or its first order where these were brought along. */
async function firstMoment(db: TenantDb): Promise<Date> {
  const tenant = await db.selectFrom('tenant').select('created_at').executeTakeFirstOrThrow();
  const order = await db
    .selectFrom('coffee_order')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return order && order.created_at < tenant.created_at ? order.created_at : tenant.created_at;
}

/** Locks a day on which everything is explained; the password was given a moment ago (security 4.9). */
export function signDay(context: RequestContext, { day, note }: OfDay & { readonly note: string }) {
  mustSeeWholeTenant(context);
  return context.transaction(async (tx) => {
    const close = (await lockClose(tx.db, { day })) ?? raise('daily-close.not-found');
    if (close.state === 'signed') raise('daily-close.signed');
    if (close.state === 'running') raise('daily-close.running');
    if (close.state === 'failed') raise('daily-close.not-matched');
    const open = await countOpen(tx.db, close.id);
    if (open > 0) raise('daily-close.differences-open', { count: open });
    requireStepUp(context);
    await updateClose(tx, close.id, {
      ...{ state: 'signed', signed_by: tx.actor.id, signed_by_name: tx.actor.name, signed_at: tx.now() },
      ...{ sign_note: note, open_count: 0 },
    });
    await noteEvent(tx, close.id, 'signed', { note });
    await tx.audit({
      ...{ action: CLOSE_SIGN, objectKind: 'daily-close', objectId: close.id, reason: note },
      ...{ before: { state: close.state }, after: { state: 'signed', day } },
    });
    return { id: close.id, state: 'signed' };
  });
}

export function unlockDay(context: RequestContext, { day, reason }: OfDay & { readonly reason: string }) {
  mustSeeWholeTenant(context);
  return context.transaction(async (tx) => {
    const close = (await lockClose(tx.db, { day })) ?? raise('daily-close.not-found');
    if (close.state !== 'signed') raise('daily-close.not-signed');
    requireStepUp(context);
    await updateClose(tx, close.id, {
      ...{ state: 'open', signed_by: null, signed_by_name: '', signed_at: null, sign_note: '' },
    });
    // it is an open day again: what was counted elsewhere is in its own sheet once it is matched again
    await tx.db.deleteFrom('daily_close_correction').where('of_close_id', '=', close.id).execute();
    await noteEvent(tx, close.id, 'unlocked', { reason });
    await tx.audit({
      ...{ action: CLOSE_SIGN, objectKind: 'daily-close', objectId: close.id, reason },
      ...{ before: { state: 'signed', signedBy: close.signedByName }, after: { state: 'open', day } },
    });
    return { id: close.id, state: 'open' };
  });
}
