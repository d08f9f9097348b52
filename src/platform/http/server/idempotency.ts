import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Statement, TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { SecretPlace } from '#platform/secrets/server/secrets.ts';

/** What one key means: the same actor, route and key within 48 hours (security 9.1). */
export interface IdempotentCall {
  readonly actor: string;
  readonly route: string;
  readonly key: string;
  readonly hash: Buffer;
  /** The answer shows a secret once: it is kept encrypted. */
  readonly answersSecret: boolean;
}

/** A call lasts at most a minute: a key without an answer for longer than this was left by a server that died. */
const ABANDONED_AFTER_SECONDS = 120;
export const KEPT_HOURS = 48;

/** Ends the handler because a twin with the same key has already done the work. */
export class AlreadyDone extends Error {}

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Who asks what under which key; refuses a key that is none with 400. */
export function idempotentCall(
  key: string,
  actor: Actor,
  route: { name: string; answersSecret: boolean },
  request: unknown,
): IdempotentCall {
  if (!KEY.test(key)) raise('request.malformed', {}, { faults: [{ path: 'Idempotency-Key', code: 'fault.format' }] });
  const hash = createHash('sha256').update(canonical(request)).digest();
  return {
    actor: `${actor.kind}:${actor.storefront?.keyId ?? actor.id}`,
    route: route.name,
    answersSecret: route.answersSecret,
    key,
    hash,
  };
}

/** The stored answer of an earlier call; refuses another body under the same key. */
export async function findAnswer(
  { database, secrets }: Services,
  tenantId: string,
  call: IdempotentCall,
): Promise<{ result: unknown } | undefined> {
  // asked before most changes, so it is one statement and no transaction
  const [row] = await database.identityQuery<{
    request_hash: Buffer;
    answer: { result: unknown } | { sealed: string } | null;
    abandoned: boolean;
  }>({
    name: 'find-idempotent-answer',
    text: `select request_hash, answer, created_at < now() - make_interval(secs => $5) as abandoned from idempotency_record
            where tenant_id = $1 and actor = $2 and route = $3 and key = $4`,
    values: [tenantId, call.actor, call.route, call.key, ABANDONED_AFTER_SECONDS],
  });
  if (!row || (row.answer === null && row.abandoned)) return undefined;
  if (!call.hash.equals(row.request_hash)) raise('request.idempotency-key-reused');
  if (row.answer === null) return raiseInUse();
  if ('result' in row.answer) return row.answer;
  const { sealed } = row.answer;
  const opened = await database.read(tenantId, (db) => secrets.decrypt(db, placeOf(tenantId, call), sealed));
  return JSON.parse(opened.reveal()) as { result: unknown };
}

const raiseInUse = (): never => raise('request.idempotency-key-in-use', {}, { retryAfterSeconds: 2 });

/**
 * Takes the key in the transaction of the effect: a parallel twin waits on the row until this transaction ends, and then
 * finds the work done.
 */
export async function takeKey(tx: Transaction, call: IdempotentCall): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency_record')
    .values({ actor: call.actor, route: call.route, key: call.key, request_hash: call.hash })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'actor', 'route', 'key'])
        .doUpdateSet((of) => ({
          request_hash: of.ref('excluded.request_hash'),
          created_at: of.ref('excluded.created_at'),
        }))
        .where('idempotency_record.answer', 'is', null)
        // the later moment is the one of this call; a difference of two is immutable, which an upsert on a shard has to be
        .where(
          sql<boolean>`excluded.created_at - idempotency_record.created_at > make_interval(secs => ${ABANDONED_AFTER_SECONDS})`,
        ),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new AlreadyDone();
}

/** Gives back a key whose call failed after its first transaction: the next try runs afresh. */
export async function releaseKey(services: Services, tenantId: string, call: IdempotentCall): Promise<void> {
  await services.database.write(tenantId, (db) =>
    db
      .deleteFrom('idempotency_record')
      .where('actor', '=', call.actor)
      .where('route', '=', call.route)
      .where('key', '=', call.key)
      .where('answer', 'is', null)
      .execute(),
  );
}

/** Adds the answer to a key that the transaction has taken. */
export const answerOfTakenKey = (tenantId: string, call: IdempotentCall, answer: string): Statement => ({
  name: 'store-idempotent-answer',
  text: 'update idempotency_record set answer = $5 where tenant_id = $1 and actor = $2 and route = $3 and key = $4',
  values: [tenantId, call.actor, call.route, call.key, answer],
});

/**
 * Key and answer in one, for calls that are one transaction. A twin that was faster makes it fail, and the transaction with
 * it: then the twin's answer is the answer.
 */
export const keyWithAnswer = (tenantId: string, call: IdempotentCall, answer: string): Statement => ({
  name: 'take-idempotency-key-with-answer',
  text: `insert into idempotency_record (tenant_id, actor, route, key, request_hash, answer) values ($1, $2, $3, $4, $5, $6)`,
  values: [tenantId, call.actor, call.route, call.key, call.hash, answer],
});

/** The form in which an answer is kept. */
export async function storedAnswer(
  { secrets }: Services,
  db: TenantDb,
  tenantId: string,
  call: IdempotentCall,
  result: unknown,
): Promise<string> {
  const text = JSON.stringify({ result: result ?? null });
  if (!call.answersSecret) return text;
  return JSON.stringify({ sealed: await secrets.encrypt(db, placeOf(tenantId, call), text) });
}

const placeOf = (tenantId: string, call: IdempotentCall): SecretPlace => ({
  tenantId,
  table: 'idempotency_record',
  column: 'answer',
  rowId: `${call.actor}|${call.route}|${call.key}`,
  purpose: 'answers',
});

export const isTakenKey = (error: unknown): boolean => violatedUnique(error) === 'idempotency_record_pkey';

/** A twin still works after the whole lock timeout: its caller may ask again (security 9.1). */
export function refuseTwin(error: unknown): void {
  const cause = error instanceof Problem ? (error.cause as { code?: string; where?: string } | undefined) : undefined;
  // a part of the table on a worker has a number behind its name
  if (cause?.code === '55P03' && cause.where?.match(/"idempotency_record(_\d+)?"/)) raiseInUse();
}

export const purgeKeys = defineSchedule({
  name: 'http.purge-idempotency-keys',
  expression: '0 23 * * * ?',
  missed: 'once',
  run: async ({ database, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000);
    await database.acrossTenants('purge expired idempotency keys', (db) =>
      db.deleteFrom('idempotency_record').where('created_at', '<', before).execute(),
    );
  },
});

/** The same request gives the same text, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join(',')}}`;
}
