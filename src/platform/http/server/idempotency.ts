import { createHash } from 'node:crypto';
import type { Database, Statement } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Actor } from './context.ts';

/** What one key means: the same actor, route and key within 48 hours (security 9.1). */
export interface IdempotentCall {
  readonly actor: string;
  readonly route: string;
  readonly key: string;
  readonly hash: Buffer;
}

/** Ends the handler because a twin with the same key has already done the work. */
export class AlreadyDone extends Error {}

const KEY = /^[\x20-\x7e]{1,255}$/;

export function idempotentCall(key: string, actor: Actor, route: string, request: unknown): IdempotentCall {
  if (!KEY.test(key)) raise('request.malformed', {}, { faults: [{ path: 'Idempotency-Key', code: 'fault.format' }] });
  const hash = createHash('sha256').update(canonical(request)).digest();
  return { actor: `${actor.kind}:${actor.storefront?.keyId ?? actor.id}`, route, key, hash };
}

/** The stored answer of an earlier call; refuses another body under the same key. */
export async function findAnswer(
  database: Database,
  tenantId: string,
  call: IdempotentCall,
): Promise<{ result: unknown } | undefined> {
  // asked before most changes, so it is one statement and no transaction
  const [row] = await database.identityQuery<{ request_hash: Buffer; answer: unknown }>({
    name: 'find-idempotent-answer',
    text: `select request_hash, answer from idempotency_record
            where tenant_id = $1 and actor = $2 and route = $3 and key = $4`,
    values: [tenantId, call.actor, call.route, call.key],
  });
  if (!row) return undefined;
  if (!call.hash.equals(row.request_hash)) raise('request.idempotency-key-reused');
  if (row.answer === null) raise('request.idempotency-key-in-use', {}, { retryAfterSeconds: 2 });
  return row.answer as { result: unknown };
}

/**
 * Takes the key in the transaction of the effect: a parallel twin waits on the row until this transaction ends, and then
 * finds the work done.
 */
export async function takeKey(tx: Transaction, call: IdempotentCall): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency_record')
    .values({ actor: call.actor, route: call.route, key: call.key, request_hash: call.hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new AlreadyDone();
}

/** Adds the answer to a key that the transaction has taken. */
export const answerOfTakenKey = (tenantId: string, call: IdempotentCall, result: unknown): Statement => ({
  name: 'store-idempotent-answer',
  text: 'update idempotency_record set answer = $5 where tenant_id = $1 and actor = $2 and route = $3 and key = $4',
  values: [tenantId, call.actor, call.route, call.key, JSON.stringify({ result: result ?? null })],
});

/**
 * Key and answer in one, for calls that are one transaction. A twin that was faster makes it fail, and the transaction with
 * it: then the twin's answer is the answer.
 */
export const keyWithAnswer = (tenantId: string, call: IdempotentCall, result: unknown): Statement => ({
  name: 'take-idempotency-key-with-answer',
  text: `insert into idempotency_record (tenant_id, actor, route, key, request_hash, answer) values ($1, $2, $3, $4, $5, $6)`,
  values: [tenantId, call.actor, call.route, call.key, call.hash, JSON.stringify({ result: result ?? null })],
});

export const isTakenKey = (error: unknown): boolean =>
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'idempotency_record_pkey';

/** The same request gives the same text, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join(',')}}`;
}
