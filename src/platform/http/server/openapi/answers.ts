import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { Refusal } from '#platform/http/contract/refusal.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { Json } from './json.ts';

/** Answers of more than one call, by the name under which operations refer to them. */
const REFUSED: Readonly<Record<string, readonly [status: string, description: string]>> = {
  Malformed: ['400', 'The request is malformed; `faults` names each field and what is wrong with it'],
  Unauthenticated: ['401', 'Not logged in, or the session is over'],
  NoClientKey: ['401', 'No valid client key; `WWW-Authenticate` says whether one came'],
  Forbidden: ['403', 'Known, but not allowed: permission, tenant, step-up, another site, or no https'],
  NotFound: ['404', 'There is no such object in this tenant; another tenant’s looks the same'],
  KeyInUse: ['409', 'A call with this `Idempotency-Key` is under way'],
  TooLarge: ['413', 'The body, or the file in it, is larger than the call takes'],
  WrongMediaType: ['415', 'The body has another type than the call takes'],
  KeyReused: ['422', 'This `Idempotency-Key` came with another body before'],
  TooMany: ['429', 'Too many calls; `Retry-After` says when to come again'],
  Failed: ['500', 'Ours: the request id finds it in the log'],
  UpstreamDown: ['502', 'The server that the call was passed on to does not answer'],
  UpstreamSilent: ['504', 'The server that the call was passed on to did not answer in time'],
  Busy: ['503', 'At the limit, stopping, or without the database; `Retry-After` says when to come again'],
};
const WAITS = new Set(['TooMany', 'Busy']);
const NAMES_FAULTS = new Set(['Malformed']);

export function sharedAnswers(schemas: ComponentSchemas): { responses: Json; headers: Json } {
  const refusal = schemas.refer(Refusal, 'output');
  const answer = (name: string, description: string): Json => ({
    description,
    headers: {
      ...REQUEST_ID,
      ...(WAITS.has(name) ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      ...(name === 'NoClientKey' ? { 'WWW-Authenticate': { $ref: '#/components/headers/BearerChallenge' } } : {}),
    },
    content: json(NAMES_FAULTS.has(name) ? { allOf: [refusal, { type: 'object', required: ['faults'] }] } : refusal),
  });
  return {
    responses: Object.fromEntries(
      Object.entries(REFUSED).map(([name, [, description]]) => [name, answer(name, description)]),
    ),
    headers: {
      RequestId: { description: 'Finds the call in the log', schema: { type: 'string' } },
      RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
      BearerChallenge: {
        description: 'With `error` where a key came and is none, or no longer one',
        schema: { enum: ['Bearer', 'Bearer error="invalid_token"'] },
      },
      Replayed: {
        description: 'The answer is that of an earlier call with the same `Idempotency-Key`',
        schema: { const: 'true' },
      },
    },
  };
}

/** Every status with which a call may answer. */
export function answersOf(endpoint: Endpoint, method: string, schemas: ComponentSchemas): Json {
  const takesBody = method === 'POST' || method === 'PUT';
  const takesKey = method === 'POST' && endpoint.effect === 'change' && endpoint.scope === 'tenant';
  const refused = [
    'Malformed',
    ...{ open: [], session: ['Unauthenticated'], storefront: ['NoClientKey'] }[endpoint.auth],
    'Forbidden',
    'NotFound',
    ...(takesKey ? ['KeyInUse', 'KeyReused'] : []),
    ...(takesBody ? ['TooLarge', 'WrongMediaType'] : []),
    ...['TooMany', 'Failed', 'Busy'],
  ];
  return {
    200: {
      description: 'Done; or refused by a business rule, with `success: false` and the reason in `problem`',
      headers: {
        ...REQUEST_ID,
        ...(takesKey ? { 'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' } } : {}),
      },
      content: contentOf(endpoint, schemas),
    },
    ...refusedBy(refused),
  };
}

export function refusedBy(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [REFUSED[name]?.[0] ?? name, { $ref: `#/components/responses/${name}` }]),
  );
}

function contentOf(endpoint: Endpoint, schemas: ComponentSchemas): Json {
  const refusal = schemas.refer(Refusal, 'output');
  const { answersFile } = endpoint;
  if (answersFile) return { [answersFile]: { schema: { type: 'string', format: 'binary' } }, ...json(refusal) };
  return json({ oneOf: [success(endpoint, schemas), refusal] });
}

function success({ response, answersBare, refusedField }: Endpoint, schemas: ComponentSchemas): Json {
  const result = schemas.refer(response, 'output');
  if (answersBare) return result;
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'result', 'timestamp'],
    properties: {
      success: { const: true },
      code: refusedField ? { enum: ['200', '201'] } : { const: '200' },
      message: { type: 'string' },
      result,
      timestamp: { type: 'integer', description: 'Epoch milliseconds' },
    },
    additionalProperties: false,
  };
}

const REQUEST_ID: Json = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const json = (schema: Json): Json => ({ 'application/json': { schema } });
