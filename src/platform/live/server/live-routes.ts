import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { rawRoute, route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { RIGHTS_CHANGED } from '#platform/live/contract/calls.ts';
import { LIVE_STREAM_PATH, liveEndpoints } from '#platform/live/contract/endpoints.ts';
import { liveProblems } from '#platform/live/contract/problems.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';

const TICKET_SECONDS = 60;
const CHECK_EVERY_MS = 1_000;
const HEARTBEAT_MS = 15_000;
/** Tabs of one browser share one stream; more than this come from a program (security 15.3). */
const STREAMS_PER_SESSION = 10;
const TRY_AGAIN_SECONDS = 30;
const PAGE_NAME = /^[\w-]{1,40}$/;
/** A reader that does not read is cut off rather than buffered (security 15.3). */
const MAX_UNSENT_BYTES = 1_048_576;

/** Like `staff` of the authenticators, for a session known by its digest: the rights of its user now, while he is in this tenant. */
export type FindActor = (services: Services, sessionDigest: Buffer, tenantId: string) => Promise<Actor | undefined>;

/** Streams of server-sent events, opened by a one-use ticket (security 4.12). */
export function liveSlice(findActor: FindActor): ServerSlice {
  return {
    name: 'live',
    about: 'Live updates: a ticket and a stream of server-sent events.',
    problems: liveProblems,
    routes: [route(liveEndpoints.ticket, issueTicket)],
    rawRoutes: [
      rawRoute({
        method: 'GET',
        path: LIVE_STREAM_PATH,
        openBecause: 'EventSource cannot send headers: the one-use ticket in the query identifies the session',
        summary: 'Server-sent events of the selected tenant: ids and changed fields',
        query: z.object({ ticket: z.string() }),
        answers: { type: 'text/event-stream' },
        handle: (services, request, reply) => openStream(services, findActor, request, reply),
      }),
    ],
    start: async (services) => {
      let isChecking = false;
      const timer = setInterval(async () => {
        // many streams may take longer than the interval: the next check waits for this one
        if (isChecking) return;
        isChecking = true;
        await closeRevoked(services, findActor).finally(() => {
          isChecking = false;
        });
      }, CHECK_EVERY_MS);
      return async () => clearInterval(timer);
    },
  };
}

async function issueTicket(context: RequestContext): Promise<{ ticket: string; expiresInSeconds: number }> {
  const digest = context.actor.sessionDigest ?? raise('request.unauthenticated');
  if (context.services.live.streamsOf(digest) >= STREAMS_PER_SESSION) refuseMoreStreams();
  const ticket = randomBytes(32).toString('base64url');
  const now = context.now();
  await context.identity(async (db) => {
    await db.deleteFrom('ticket').where('expires_at', '<', now).execute();
    await db
      .insertInto('ticket')
      .values({
        digest: sha256(ticket),
        session_digest: digest,
        tenant_id: Number(context.tenantId),
        purpose: 'live',
        expires_at: new Date(now.getTime() + TICKET_SECONDS * 1_000),
      })
      .execute();
  });
  return { ticket, expiresInSeconds: TICKET_SECONDS };
}

function refuseMoreStreams(): never {
  const retryAfterSeconds = TRY_AGAIN_SECONDS;
  return raise('live.too-many-streams', { count: STREAMS_PER_SESSION }, { retryAfterSeconds });
}

async function openStream(
  services: Services,
  findActor: FindActor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const origin = request.headers.origin;
  if (
    origin &&
    origin !== new URL(services.config.publicUrl).origin &&
    origin !== `${request.protocol}://${request.host}` &&
    !services.config.corsOrigins.includes(origin)
  ) {
    raise('request.cross-site');
  }
  const { ticket, page: named } = request.query as Record<string, unknown>;
  const page = typeof named === 'string' && PAGE_NAME.test(named) ? named : undefined;
  if (typeof ticket !== 'string' || ticket.length > 100) raise('request.unauthenticated');
  const now = services.clock.now();
  const used = await services.database.identity((db) =>
    db
      .deleteFrom('ticket')
      .where('digest', '=', sha256(ticket))
      .where('purpose', '=', 'live')
      .where('expires_at', '>', now)
      .returning(['session_digest', 'tenant_id'])
      .executeTakeFirst(),
  );
  if (!used) return raise('request.unauthenticated');
  const tenantId = String(used.tenant_id);
  const actor = (await findActor(services, used.session_digest, tenantId)) ?? raise('request.unauthenticated');
  if (page !== undefined) services.live.replace(used.session_digest, page);
  if (services.live.streamsOf(used.session_digest) >= STREAMS_PER_SESSION) refuseMoreStreams();

  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  raw.write('retry: 2000\n\n');
  const write = (text: string): void => {
    // a stream that was ended waits for its reader; a write after the end would throw
    if (raw.writableEnded) return;
    if (raw.writableLength > MAX_UNSENT_BYTES) raw.destroy();
    else raw.write(text);
  };
  // changes come in bursts, and each write is a piece of work for itself
  let gathered = '';
  const writeGathered = (): void => {
    const text = gathered;
    gathered = '';
    if (text !== '') write(text);
  };
  const remove = services.live.add({
    tenantId,
    actor,
    sessionDigest: used.session_digest,
    page,
    send: (change) => {
      if (gathered === '') setImmediate(writeGathered);
      gathered += `data: ${JSON.stringify(change)}\n\n`;
    },
    end: () => {
      writeGathered();
      raw.end();
    },
    cut: () => {
      remove();
      raw.destroy();
    },
  });
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  raw.on('close', () => {
    remove();
    clearInterval(heartbeat);
  });
  return reply;
}

/** Logout, a changed role, a lost membership: the stream ends within a second or two, and the browser asks anew. */
async function closeRevoked(services: Services, findActor: FindActor): Promise<void> {
  for (const stream of services.live.listeners()) {
    const actor = await findActor(services, stream.sessionDigest, stream.tenantId).catch(() => 'unknown' as const);
    if (actor === 'unknown') continue;
    if (actor && actor.rightsVersion !== stream.actor.rightsVersion) {
      // menu and buttons are asked for anew; of the stream only what it filters by matters
      stream.send({ kind: RIGHTS_CHANGED, id: '' });
      stream.actor = { ...stream.actor, rightsVersion: actor.rightsVersion };
    }
    if (actor === undefined || !hasSameRights(actor, stream.actor)) stream.end();
  }
}

/** Updates are filtered by permissions and spots: the current ones, not those at the time when the stream was opened. */
function hasSameRights(now: Actor, then: Actor): boolean {
  const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
    a === null || b === null ? a === b : a.length === b.length && a.every((one) => b.includes(one));
  return (
    now.isRoot === then.isRoot &&
    isSame(now.spotIds, then.spotIds) &&
    now.permissions.size === then.permissions.size &&
    now.permissions.isSubsetOf(then.permissions as Set<string>) &&
    isDeepStrictEqual(now.narrowing?.rules, then.narrowing?.rules)
  );
}
