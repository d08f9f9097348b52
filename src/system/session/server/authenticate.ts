import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Database } from '#platform/database/server/database.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { isOver, isSeenWorthWriting } from '../rules/session-life.ts';
import { type Rights, rightsOf } from './rights.ts';

/** A client without a stored tenant sends 1000 (platform.md 9); one that sends none means the same (security 2.1). */
const DEFAULT_TENANT = '1000';
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const TENANT = /^[1-9]\d{0,17}$/;

export interface Authenticated {
  readonly actor: Actor;
  /** The tenant that the header selected among the session's own; empty when it selected none of them. */
  readonly tenantId: string;
}

interface SessionRow {
  id: string;
  username: string;
  realname: string;
  is_root: boolean;
  permission_version: number;
  tenant_ids: string[];
  created_at: Date;
  last_seen_at: Date;
  idle_seconds: number;
  stepped_up_at: Date | null;
  tenant_id: number | null;
}

/**
 * Who the token stands for, checked against the database on every request in one prepared primary-key statement
 * (security 4.2). The rights come with it: the row carries the user's permission version, and rights are kept in memory
 * under that version only, so a changed role, tenant or spot is obeyed by the next request. Undefined without a session.
 */
export async function authenticate(
  services: Pick<Services, 'database' | 'clock'>,
  token: string | undefined,
  tenantHeader: string | undefined,
): Promise<Authenticated | undefined> {
  if (token === undefined || !TOKEN.test(token)) return undefined;
  return find(services, sha256(token), tenantHeader, true);
}

/**
 * The same for a session that is known by its digest, such as that of an open event stream (security 4.12). It is no call
 * of the user, so it does not keep an idle session alive.
 */
export function authenticateDigest(
  services: Pick<Services, 'database' | 'clock'>,
  digest: Buffer,
  tenantId: string,
): Promise<Authenticated | undefined> {
  return find(services, digest, tenantId, false);
}

async function find(
  services: Pick<Services, 'database' | 'clock'>,
  digest: Buffer,
  tenantHeader: string | undefined,
  isCall: boolean,
): Promise<Authenticated | undefined> {
  const [session] = await services.database.identityQuery<SessionRow>({
    name: 'find-session',
    text: `select u.id, u.username, u.realname, u.is_root, u.permission_version, u.tenant_ids, s.created_at, s.last_seen_at,
                  s.idle_seconds, s.stepped_up_at, s.tenant_id
             from staff_session s join staff_user u on u.id = s.user_id
            where s.token_digest = $1 and u.status = 1 and u.deleted_at is null`,
    values: [digest],
  });
  if (!session) return undefined;
  const life = { createdAt: session.created_at, lastSeenAt: session.last_seen_at };
  const now = services.clock.now();
  if (isOver(life, now, session.idle_seconds * 1000)) return undefined;

  const asked = tenantHeader === undefined || tenantHeader === '' ? DEFAULT_TENANT : tenantHeader;
  const rights = await rightsOf(services.database, {
    userId: session.id,
    isRoot: session.is_root,
    permissionVersion: session.permission_version,
    tenantId: TENANT.test(asked) ? asked : '0',
    tenantsToAsk: session.tenant_ids,
  });
  const tenantId = rights.tenantIds.includes(asked) ? asked : '';
  // where it works is noted with its first call there, and then as often as that it was seen
  const isFirst = session.tenant_id === null && tenantId !== '';
  if (isCall && (isFirst || isSeenWorthWriting(life, now))) await recordSeen(services.database, digest, now, tenantId);
  return { actor: actorOf(services, session, digest, rights), tenantId };
}

function actorOf(services: Pick<Services, 'clock'>, session: SessionRow, sessionDigest: Buffer, rights: Rights): Actor {
  return {
    kind: 'staff',
    id: session.id,
    username: session.username,
    name: session.realname,
    isRoot: session.is_root,
    permissions: rights.permissions,
    spotIds: rights.spotIds,
    narrowing: rights.narrowing && { ...rights.narrowing, now: () => services.clock.now() },
    rightsVersion: session.permission_version,
    tenantIds: rights.tenantIds,
    sessionDigest,
    steppedUpAt: session.stepped_up_at,
  };
}

async function recordSeen(database: Database, digest: Buffer, now: Date, tenantId: string): Promise<void> {
  const seen = database.identityQuery({
    name: 'record-session-seen',
    text: `update staff_session set last_seen_at = greatest(last_seen_at, $2), tenant_id = coalesce($3, tenant_id)
            where token_digest = $1 and (last_seen_at < $2 or tenant_id is null)`,
    values: [digest, now, tenantId === '' ? null : tenantId],
  });
  await seen.catch((error: unknown) => {
    // where nothing can be written, people read on (security 16.7)
    if (!(error instanceof Problem)) throw error;
  });
}
