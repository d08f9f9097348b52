import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import type { OwnTie } from '../contract/endpoints.ts';
import { listAuthorities, withoutSlash } from './provider-store.ts';

const tiesOf = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('third_account')
    .select(['authority', 'subject', 'name', 'tied_at', 'last_login_at'])
    .where('user_id', '=', userId)
    .orderBy('tied_at')
    .execute();

/** Names a tie without showing what the provider calls the person. */
const idOf = ({ authority, subject }: { readonly authority: string; readonly subject: string }): string =>
  sha256(`${authority}\n${subject}`).toString('hex').slice(0, 32);

/** What the caller's account is tied to, each with the name of its provider where that is still configured. */
export async function readOwnTies(context: RequestContext): Promise<OwnTie[]> {
  const ties = await context.identity((db) => tiesOf(db, context.actor.id));
  if (ties.length === 0) return [];
  const authorities = await listAuthorities(context.services, context.language);
  const nameOf = (who: string) =>
    authorities.find(({ authority }) => withoutSlash(authority) === withoutSlash(who))?.name;
  return ties.map((tie) => ({
    id: idOf(tie),
    providerName: nameOf(tie.authority) ?? tie.authority,
    name: tie.name,
    tiedAt: tie.tied_at.toISOString(),
    lastLoginAt: tie.last_login_at?.toISOString() ?? null,
  }));
}

/** From now on the provider's word opens this account no longer; wants the password again, which is what stays. */
export async function untieOwn(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  const { actor } = context;
  requireStepUp(context);
  await context.identity(async (db) => {
    const tie = (await tiesOf(db, actor.id)).find((one) => idOf(one) === id) ?? raise('third-login.tie-unknown');
    const { authority, subject } = tie;
    await db
      .deleteFrom('third_account')
      .where('authority', '=', authority)
      .where('subject', '=', subject)
      .where('user_id', '=', actor.id)
      .execute();
    await recordIdentityAct(db, context, actor, {
      ...{ action: 'user:untie-third-account', result: 'done', objectKind: 'user', objectId: actor.id },
      reason: `${authority} ${subject}`.slice(0, 500),
    });
  });
  return null;
}
