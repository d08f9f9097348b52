import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { tenantsToAsk } from '#system/access/server/index.ts';

export interface LoginAct {
  readonly act: 'login' | 'refused' | 'logout' | 'forced';
  /** Whose login it is; empty for an unknown account. */
  readonly userId: string;
  /** How he proved who he is. */
  readonly means?: string;
  readonly reason?: string;
  /** Who ended the session. */
  readonly byName?: string;
  /** Of a new session. */
  readonly token?: string;
}

type Where = Pick<RequestContext, 'now' | 'address' | 'requestId' | 'userAgent'>;

/** A line in the login log of each tenant of the person, in the transaction of the act (settled 29). */
export async function noteLogin(db: PlatformDb, where: Where, act: LoginAct): Promise<void> {
  const user =
    act.userId === ''
      ? undefined
      : await db
          .selectFrom('staff_user')
          .select(['username', 'realname'])
          .where('id', '=', act.userId)
          .executeTakeFirst();
  const tenants = user ? await membershipsOf(db, act.userId) : [];
  // the administrator belongs to none, and an unknown account to nobody
  const of = tenants.length > 0 ? tenants : [Number(PLATFORM_TENANT)];
  await db
    .insertInto('login_log')
    .values(
      of.map((tenant_id) => ({
        ...{ tenant_id, id: newId(), at: where.now(), user_id: act.userId, act: act.act },
        ...{ username: user?.username ?? '', user_name: user?.realname ?? '', by_name: act.byName ?? '' },
        ...{ means: act.means ?? '', reason: act.reason ?? '', address: where.address, request_id: where.requestId },
        user_agent: where.userAgent.slice(0, 300),
        session_digest: act.token === undefined ? null : sha256(act.token),
        // who has one tenant enters it
        entered_tenant_id: act.act === 'login' && tenants.length === 1 ? tenant_id : null,
      })),
    )
    .execute();
}

async function membershipsOf(db: PlatformDb, userId: string): Promise<number[]> {
  const asked = await tenantsToAsk(db, userId);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('membership')
    .select('tenant_id')
    .where('tenant_id', 'in', asked)
    .where('user_id', '=', userId)
    .where('status', '>', 0)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

/** The session has chosen a tenant: the first one is that which its login entered. */
export async function noteEntered(
  db: PlatformDb,
  { id, sessionDigest: digest }: Pick<Actor, 'id' | 'sessionDigest'>,
  tenantId: string,
): Promise<void> {
  if (!digest || tenantId === '') return;
  await db
    .updateTable('login_log')
    .set({ entered_tenant_id: Number(tenantId) })
    .where('tenant_id', 'in', [Number(PLATFORM_TENANT), ...(await tenantsToAsk(db, id))])
    .where('session_digest', '=', digest)
    .where('entered_tenant_id', 'is', null)
    .execute();
}
