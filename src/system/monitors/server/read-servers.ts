import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { Figures } from '../contract/figures.ts';
import {
  type OfServer,
  type Readings,
  type ReadingsRequest,
  type RequestOfServer,
  type RouteFigures,
  ServerStatus,
} from '../contract/monitor.ts';
import { AWAY_AFTER_MS, KEPT_MS } from '../contract/periods.ts';
import { together } from '../rules/route-window.ts';

const MOST_REQUESTS = 300;

interface Said {
  readonly id: string;
  readonly seenAt: Date;
  readonly status: ServerStatus;
}

/** What each server says; one of another version whose words cannot be read is left out until it is renewed. */
async function servers(db: PlatformDb, serverId?: string): Promise<Said[]> {
  const rows = await db
    .selectFrom('server_status')
    .select(['server_id', 'seen_at', 'status'])
    .$if(serverId !== undefined, (query) => query.where(sql`server_id::text`, '=', serverId ?? ''))
    .execute();
  return rows
    .flatMap(({ server_id, seen_at, status }) => {
      const read = ServerStatus.safeParse(status);
      return read.success ? [{ id: server_id, seenAt: seen_at, status: read.data }] : [];
    })
    .sort((a, b) => a.status.name.localeCompare(b.status.name) || a.id.localeCompare(b.id));
}

/** Every server with its figures of the last ten minutes. */
export async function readReadings(context: RequestContext, { since }: ReadingsRequest): Promise<Readings> {
  requireRoot(context);
  return context.identity(async (db) => {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
    const now = rows[0]?.now ?? context.now();
    const oldest = now.getTime() - KEPT_MS;
    const from = new Date(since === undefined ? oldest : Math.max(oldest, Date.parse(since)));
    const found = await db
      .selectFrom('server_reading')
      .select(['server_id', 'at', 'figures'])
      .where('at', '>', from)
      .orderBy('at')
      .execute();
    return {
      now: now.toISOString(),
      servers: (await servers(db)).map(({ id, seenAt, status }) => {
        const { requests: _, routes: __, statements: ___, ...rest } = status;
        const isAway = now.getTime() - seenAt.getTime() > AWAY_AFTER_MS;
        return { id, seenAt: seenAt.toISOString(), isAway, ...rest };
      }),
      readings: found.flatMap(({ server_id, at, figures }) => {
        const read = Figures.safeParse(figures);
        return read.success ? [{ serverId: server_id, at: at.toISOString(), figures: read.data }] : [];
      }),
    };
  });
}

/** The last requests of one server or of all, newest first. */
export async function readRequests(context: RequestContext, { serverId }: OfServer): Promise<RequestOfServer[]> {
  requireRoot(context);
  const said = await context.identity((db) => servers(db, serverId));
  return said
    .flatMap(({ id, status: { name, requests } }) =>
      requests.map((request, index) => ({
        ...request,
        id: `${id}-${request.at}-${index}`,
        serverId: id,
        serverName: name,
      })),
    )
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_REQUESTS);
}

/** The routes of one server or of all, those first that took most time. */
export async function readRoutes(context: RequestContext, { serverId }: OfServer): Promise<RouteFigures[]> {
  requireRoot(context);
  const said = await context.identity((db) => servers(db, serverId));
  const found = new Map<string, RouteFigures>();
  for (const route of said.flatMap(({ status }) => status.routes)) {
    const key = `${route.method} ${route.route}`;
    const known = found.get(key);
    const both = known ? together(known, route) : route;
    found.set(key, { method: route.method, route: route.route, ...both, buckets: [...both.buckets] });
  }
  return [...found.values()].sort((a, b) => b.ms - a.ms);
}

/** The statements that took long, of one server or of all. */
export async function slowStatementsOf(db: PlatformDb, serverId: string | undefined) {
  const found = new Map<string, ServerStatus['statements'][number]>();
  for (const statement of (await servers(db, serverId)).flatMap(({ status }) => status.statements)) {
    const known = found.get(statement.text);
    const lastAt = [known?.lastAt ?? '', statement.lastAt ?? ''].sort().at(-1) ?? '';
    found.set(statement.text, {
      text: statement.text,
      count: (known?.count ?? 0) + statement.count,
      ms: (known?.ms ?? 0) + statement.ms,
      maxMs: Math.max(known?.maxMs ?? 0, statement.maxMs),
      lastAt: lastAt === '' ? null : lastAt,
    });
  }
  return [...found.values()].sort((a, b) => b.ms - a.ms);
}
