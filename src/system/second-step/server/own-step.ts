import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { PRODUCT_NAME } from '#system/passwords/rules/product-name.ts';
import { getLoginUser, type IdentityAct, recordIdentityAct } from '#system/session/server/index.ts';
import type { BegunSecondStep, ConfirmRequest, OwnSecondStep, RecoveryCodes } from '../contract/endpoints.ts';
import { appAddress, base32, periodOfCode } from './app-codes.ts';
import { dropSecondStep } from './end-step.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';
import { appSecret } from './take-step.ts';

const SEED_BYTES = 20;

const stepOf = (db: PlatformDb, userId: string) =>
  db.selectFrom('second_step').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();

export async function readOwnStep(context: RequestContext): Promise<OwnSecondStep> {
  const step = await context.identity((db) =>
    db
      .selectFrom('second_step')
      .select(['confirmed_at', 'recovery'])
      .where('user_id', '=', context.actor.id)
      .executeTakeFirst(),
  );
  const since = step?.confirmed_at?.toISOString() ?? null;
  return { since, codesLeft: since === null ? 0 : (step?.recovery.length ?? 0) };
}

/** A seed that was begun before and not confirmed is worth nothing any more. */
export async function beginStep(context: RequestContext): Promise<BegunSecondStep> {
  const { actor, services } = context;
  requireStepUp(context);
  const seed = randomBytes(SEED_BYTES);
  const { username } = await context.identity(async (db) => {
    if ((await stepOf(db, actor.id))?.confirmed_at) raise('second-step.on-already');
    await db
      .insertInto('second_step')
      .values({ user_id: actor.id, seed })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ seed }).where('second_step.confirmed_at', 'is', null),
      )
      .execute();
    return getLoginUser(db, actor.id);
  });
  const secret = appSecret(services, actor.id, seed);
  return { secret: base32(secret), address: appAddress(secret, { account: username, issuer: PRODUCT_NAME }) };
}

export async function confirmStep(context: RequestContext, { code }: ConfirmRequest): Promise<RecoveryCodes> {
  const { actor, services } = context;
  requireStepUp(context);
  const codes = newRecoveryCodes();
  await context.identity(async (db) => {
    const step = (await stepOf(db, actor.id)) ?? raise('second-step.not-begun');
    if (step.confirmed_at) raise('second-step.on-already');
    const period = periodOfCode(appSecret(services, actor.id, step.seed), code, context.now(), 0);
    if (period === undefined)
      raise('second-step.code-refused', {}, { faults: [{ path: 'code', code: 'second-step.code-refused' }] });
    await db
      .updateTable('second_step')
      .set({ confirmed_at: context.now(), last_period: period, recovery: digestsOf(actor.id, codes) })
      .where('user_id', '=', actor.id)
      .execute();
    await record(db, context, 'user:begin-second-step');
  });
  return { codes };
}

export async function renewCodes(context: RequestContext): Promise<RecoveryCodes> {
  const { actor } = context;
  requireStepUp(context);
  const codes = newRecoveryCodes();
  await context.identity(async (db) => {
    if (!(await stepOf(db, actor.id))?.confirmed_at) raise('second-step.off');
    const recovery = digestsOf(actor.id, codes);
    await db.updateTable('second_step').set({ recovery }).where('user_id', '=', actor.id).execute();
    await record(db, context, 'user:renew-recovery-codes');
  });
  return { codes };
}

export async function endStep(context: RequestContext): Promise<null> {
  const { actor } = context;
  requireStepUp(context);
  await context.identity(async (db) => {
    const step = (await stepOf(db, actor.id)) ?? raise('second-step.off');
    await dropSecondStep(db, actor.id);
    if (step.confirmed_at) await record(db, context, 'user:end-second-step');
  });
  return null;
}

const digestsOf = (userId: string, codes: readonly string[]): string[] =>
  codes.map((code) => recoveryDigest(userId, code));

const record = (db: PlatformDb, context: RequestContext, action: IdentityAct['action']): Promise<void> =>
  recordIdentityAct(db, context, context.actor, {
    ...{ action, result: 'done', objectKind: 'user', objectId: context.actor.id },
  });
