import type { FastifyRequest } from 'fastify';
import { raise } from '#platform/problems/server/raise.ts';
import { unstorableField } from '../rules/unstorable-field.ts';

/** The one place that refuses what PostgreSQL cannot hold, whatever a schema says of it (security 6.2). */
export function refuseUnstorable(value: unknown): void {
  const field = unstorableField(value);
  if (field !== undefined) raise('request.malformed', {}, { faults: [{ path: field, code: 'text.malformed' }] });
}

/** Everything of a call that has been read by then; a form is read later, by who knows who sends it. */
export async function refuseUnstorableRequest({ params, query, headers, body }: FastifyRequest): Promise<void> {
  for (const part of [params, query, headers, body]) refuseUnstorable(part);
}
