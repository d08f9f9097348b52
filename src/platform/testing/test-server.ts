import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { authenticators } from '#apps/server/authenticators.ts';
import { buildServer, type ConsoleServer } from '#apps/server/build-server.ts';
import { slices as allSlices } from '#apps/server/slices.ts';
import { testControls } from '#apps/server/test-controls.ts';
import { readConfig } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { DeviceBroker, Publication } from '#platform/device-gateway/server/device-broker.ts';
import { type Endpoint, fullPath, type RequestInput, type ResponseOf } from '#platform/http/contract/endpoint.ts';
import type { Conflict } from '#platform/http/contract/envelope.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { systemClock } from '#platform/time/server/clock.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { plannersOf } from '#system/scheduling/server/index.ts';
import { leakIn } from './canaries.ts';
import { bodyFor } from './form-body.ts';
import { cloneDatabase } from './test-database.ts';
import { addTestTenant } from './test-tenants.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly bytes: Buffer;
  // The envelope as it came, for tests that look at refusals.
  readonly body: {
    success: boolean;
    code: string;
    message: string;
    result: unknown;
    problem?: string;
    faults?: { path: string; message: string }[];
    conflict?: Conflict;
    requestId?: string;
  };
}

/** What a use case raised, as the caller sees it. */
export class Refused extends Error {
  readonly problem: string;
  readonly answer: TestAnswer;
  constructor(answer: TestAnswer) {
    super(`${answer.body.problem}: ${answer.body.message}`);
    this.problem = answer.body.problem ?? '';
    this.answer = answer;
  }
}

export interface Caller {
  /** Staff session token, or storefront key. */
  readonly token?: string;
  readonly bearer?: string;
  readonly tenantId?: string;
  readonly language?: string;
  readonly headers?: Record<string, string>;
}

export interface TestTenant {
  readonly id: string;
  /** A person of this tenant who holds these permissions, or all of them. */
  staff(
    permissions?: readonly string[] | 'all',
    /** `steppedUp`: the password was given a moment ago (security 4.9). */
    options?: { spotIds?: readonly string[]; steppedUp?: boolean },
  ): Promise<Caller & { userId: string }>;
  storefront(options: {
    channel?: 'app' | 'kiosk' | 'miniprogram';
    spotId?: string;
    sandbox?: boolean;
  }): Promise<Caller>;
}

export interface TestServer {
  readonly server: ConsoleServer;
  readonly databaseUrl: string;
  readonly services: Services;
  /** What was published to devices, oldest first. */
  readonly published: Publication[];
  newTenant(overrides?: Partial<{ timeZone: string; currency: string }>): Promise<TestTenant>;
  send(method: string, path: string, body?: unknown, caller?: Caller): Promise<TestAnswer>;
  /** Calls an endpoint; a refusal is thrown as `Refused`. */
  call<E extends Endpoint>(endpoint: E, request: RequestInput<E>, caller?: Caller): Promise<ResponseOf<E>>;
  /** Schedules, jobs and events until nothing is left. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

/** The whole product without a port: real database, real jobs, every answer checked against its contract. */
export async function startTestServer(
  options: {
    slices?: readonly ServerSlice[];
    env?: Record<string, string>;
    planDue?: (services: Services) => Promise<number>;
    broker?: DeviceBroker;
    /** Of another test server: two servers then stand on one database. */
    databaseUrl?: string;
    log?: Logger;
    finishMs?: number;
    handlerLimitMs?: number;
  } = {},
): Promise<TestServer> {
  const databaseUrl = options.databaseUrl ?? (await cloneDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'console-data-'));
  const config = readConfig({
    DEMO: 'off',
    TENANT_RATE_LIMIT: 'off',
    // the machine of a test may be busy with anything
    SHED_AT_DELAY_MS: 'off',
    DATA_DIR: dataDir,
    ...options.env,
  });
  const published: Publication[] = [];
  const slices = options.slices ?? allSlices;
  const server = await buildServer({
    config,
    databaseUrl,
    masterKey: 'test-master-key-0123456789-abcdefghij',
    slices,
    authenticators,
    makeBroker: () => options.broker ?? recordingBroker(published),
    planners: options.planDue ? [options.planDue] : plannersOf(slices),
    clock: systemClock(),
    // `TEST_LOG=error` shows why a call was answered with 500
    log: options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    checkResponses: true,
    extraRoutes: (running) => (config.testControls ? testControls(running) : []),
    ...(options.handlerLimitMs === undefined ? {} : { handlerLimitMs: options.handlerLimitMs }),
    ...(options.finishMs === undefined ? {} : { finishMs: options.finishMs }),
  });
  const { services } = server;
  if (!options.databaseUrl) await schedulesHaveRun(services, slices);
  await server.start();
  await server.app.ready();
  const tenantOf = new Map<string, string>();

  const send: TestServer['send'] = async (method, path, body, caller = {}) => {
    const response = await server.app.inject({
      method: method as 'POST',
      url: path,
      headers: {
        ...(caller.token ? { 'x-access-token': caller.token } : {}),
        ...(caller.bearer ? { authorization: `Bearer ${caller.bearer}` } : {}),
        ...(caller.tenantId ? { 'tenant-id': caller.tenantId } : {}),
        ...(caller.language ? { language: caller.language } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...caller.headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    // every byte that anybody receives is looked through for what belongs to others (security 19.1)
    const leak = leakIn(response.body, tenantOf.get(caller.token ?? caller.bearer ?? '') ?? caller.tenantId ?? '');
    if (leak) throw new Error(`leak: ${leak} in the answer of ${method} ${path}`);
    let parsed: unknown;
    try {
      parsed = JSON.parse(response.body);
    } catch {
      parsed = {};
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: parsed as TestAnswer['body'],
    };
  };

  return {
    server,
    databaseUrl,
    services,
    published,
    send,
    call: async (endpoint, request, caller) => {
      const rest: Record<string, unknown> = { ...(request as Record<string, unknown>) };
      const path = fullPath(endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
        const value = encodeURIComponent(String(rest[name]));
        delete rest[name];
        return value;
      });
      const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
      const query = new URLSearchParams(
        Object.entries(rest)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      );
      const { body, headers } = bodyFor(endpoint, rest);
      const answer = await send(
        endpoint.method,
        inQuery && query.size > 0 ? `${path}?${query}` : path,
        inQuery ? undefined : body,
        { ...caller, headers: { ...headers, ...caller?.headers } },
      );
      if (endpoint.answersBare && answer.status === 200 && Array.isArray(answer.body)) return answer.body as never;
      if (endpoint.answersFile && answer.body.success === undefined)
        return { headers: answer.headers, bytes: answer.bytes } as never;
      if (answer.body.success !== true) throw new Refused(answer);
      return answer.body.result as never;
    },
    newTenant: (overrides) => makeTenant(services, tenantOf, overrides),
    runDue: () => server.runDue(),
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** In a new installation all of sixty run at once: in each test server that would be a good part of the time of all tests. */
function schedulesHaveRun(services: Services, slices: readonly ServerSlice[]): Promise<unknown> {
  const slot = services.clock.now();
  const names = slices.flatMap(({ schedules = [] }) => schedules.map(({ name }) => name));
  if (names.length === 0) return Promise.resolve();
  return services.database.acrossTenants('schedules of a test have run', (db) =>
    db
      .insertInto('schedule_run')
      .values(names.map((name) => ({ name, slot, started_at: slot, finished_at: slot, outcome: 'done' })))
      .execute(),
  );
}

/** What a test stands on is made although connections are slow to come on a busy machine. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 6 || !(error instanceof Problem) || error.code !== 'server.unavailable') throw error;
    }
  }
}

let tenantCounter = 5_000;

async function makeTenant(
  services: Services,
  tenantOf: Map<string, string>,
  overrides: Partial<{ timeZone: string; currency: string }> = {},
): Promise<TestTenant> {
  const id = String(++tenantCounter);
  await patiently(() =>
    services.database.acrossTenants('test tenant', (db) =>
      addTestTenant(db, {
        tenant_id: Number(id),
        name: `Tenant ${id}`,
        time_zone: overrides.timeZone ?? 'Europe/Oslo',
        currency: overrides.currency ?? 'NOK',
      }),
    ),
  );
  return {
    id,
    staff: async (permissions = 'all', options = {}) => {
      const caller = await makeStaff(services, id, permissions, options);
      tenantOf.set(caller.token!, id);
      return caller;
    },
    storefront: async ({ channel = 'app', spotId, sandbox }) => {
      const key = `sk_${randomBytes(32).toString('base64url')}`;
      await patiently(() =>
        services.database.identity((db) =>
          addTestClient(db, { tenantId: id, key, channel, spotId: spotId ?? null, isSandbox: sandbox ?? false }),
        ),
      );
      tenantOf.set(key, id);
      return { bearer: key };
    },
  };
}

interface TestClient {
  readonly tenantId: string;
  readonly key: string;
  readonly channel: string;
  readonly spotId: string | null;
  readonly isSandbox: boolean;
}

async function addTestClient(db: PlatformDb, client: TestClient): Promise<void> {
  const [id, tenant_id] = [newId(), Number(client.tenantId)];
  const facts = { channel: client.channel, spot_id: client.spotId, sandbox: client.isSandbox };
  await sql`insert into storefront_client (tenant_id, id, name, channel, spot_id, sandbox)
            values (${tenant_id}, ${id}, ${`test ${id}`}, ${facts.channel}, ${facts.spot_id}, ${facts.sandbox})`.execute(
    db,
  );
  await db
    .insertInto('storefront_key')
    .values({ id: newId(), key_digest: sha256(client.key), tenant_id, client_id: id })
    .execute();
}

async function makeStaff(
  services: Services,
  tenantId: string,
  permissions: readonly string[] | 'all',
  { spotIds, steppedUp = false }: { spotIds?: readonly string[]; steppedUp?: boolean } = {},
): Promise<Caller & { userId: string }> {
  const userId = newId();
  const token = randomBytes(32).toString('base64url');
  const now = services.clock.now();
  const tenant_id = Number(tenantId);
  const name = `user-${userId.slice(-12)}`;
  await patiently(() =>
    services.database.acrossTenants('test staff', async (db) => {
      await db
        .insertInto('staff_user')
        .values({
          id: userId,
          username: name,
          username_key: name,
          realname: name,
          work_no: name,
          password_hash: 'none',
        })
        .execute();
      await db
        .insertInto('membership')
        .values({ tenant_id, user_id: userId, spot_access: spotIds ? 'selected' : 'all' })
        .execute();
      for (const spot_id of spotIds ?? [])
        await db.insertInto('user_spot').values({ tenant_id, user_id: userId, spot_id }).execute();
      const roleId = newId();
      await db
        .insertInto('role')
        .values({ tenant_id, id: roleId, role_code: roleId, role_name: 'test role' })
        .execute();
      await db.insertInto('user_role').values({ tenant_id, user_id: userId, role_id: roleId }).execute();
      await holdActions(db, { tenant_id, role_id: roleId }, permissions === 'all' ? everyAction() : permissions);
      await rightsChanged(db, [userId], tenant_id);
      await db
        .insertInto('staff_session')
        .values({
          token_digest: sha256(token),
          user_id: userId,
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + 604_800_000),
          idle_seconds: 86_400,
          stepped_up_at: steppedUp ? now : null,
        })
        .execute();
    }),
  );
  return { token, tenantId, userId };
}

/** Gives a role these permissions; several people may be made at once, so that one may have been added meanwhile. */
async function holdActions(
  db: PlatformDb,
  holder: { tenant_id: number; role_id: string },
  actions: readonly string[],
): Promise<void> {
  if (actions.length === 0) return;
  // in one order for all of them: two that add the same names wait for each other
  const names = [...actions].sort();
  await db
    .insertInto('permission')
    .values(names.map((name) => ({ id: newId(), kind: 2, name, title_en: name, title_zh: name, action: name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await db.selectFrom('permission').select('id').where('action', 'in', names).execute();
  await db
    .insertInto('role_permission')
    .values(found.map(({ id }) => ({ ...holder, permission_id: id })))
    .execute();
}

function everyAction(): string[] {
  const asked = allSlices.flatMap((slice) => slice.routes ?? []).flatMap(({ endpoint }) => endpoint.permission ?? []);
  const named = allSlices.flatMap((slice) => Object.keys(slice.permissions ?? {}));
  return [...new Set([...asked, ...named])];
}

function recordingBroker(published: Publication[]): DeviceBroker {
  return {
    kind: 'embedded',
    url: 'mqtt://test',
    tlsUrl: null,
    serverId: null,
    isUp: true,
    open: async () => undefined,
    publish: async (publication) => void published.push(publication),
    saveLogin: async () => undefined,
    removeLogin: async () => undefined,
    takeOver: async () => 0,
    close: async () => undefined,
  };
}
