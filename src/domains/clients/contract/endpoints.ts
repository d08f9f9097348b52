import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import { clients } from './clients.ts';

const { base } = clients.calls;
const change = { method: 'POST', permission: clients.permission('edit') } as const;

/** How long the key before a new one stays good: not at all, an hour, a day, a week. */
export const KEPT_HOURS = ['0', '1', '24', '168'] as const;

/** The key itself, this once. */
export const NewKey = z.strictObject({ id: z.string(), key: z.string(), previousUntil: Instant.nullable() });
export type NewKey = z.infer<typeof NewKey>;

export const clientEndpoints = {
  makeKey: endpoint({
    ...change,
    path: `${base}/makeKey`,
    request: z.strictObject({ id: Id, keepHours: z.enum(KEPT_HOURS).optional() }),
    response: NewKey,
    summary: 'Make a key, which is shown this once; the one before stays good as long as is asked for',
  }),
  revokeKeys: endpoint({
    ...change,
    path: `${base}/revokeKeys`,
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ id: z.string() }),
    summary: 'End all keys of a client at once',
  }),
};
