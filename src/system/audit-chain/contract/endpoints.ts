import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Instant, TenantId } from '#platform/http/contract/fields.ts';

/** For the administrator alone. */
export const SEES_CHAIN = 'audit-chain:view';
export const AUDIT_CHAIN = '/isystem/audit-chain';

/** What a check can find; words in both languages stand under `fault.<code>`. */
const CHAIN_FAULTS = [
  'changed',
  'removed',
  'added',
  'gap',
  'forged',
  'cut',
  'rewritten',
  'unnumbered',
  'no-head',
  'bad-head',
] as const;
export type ChainFaultCode = (typeof CHAIN_FAULTS)[number];

/** The chain of one tenant. */
export const ChainState = z.strictObject({
  tenantId: z.string(),
  tenantName: z.string(),
  /** Rows with a number. */
  rows: z.int(),
  /** Rows that wait for theirs. */
  waiting: z.int(),
  sealedAt: Instant.nullable(),
  /** When its head was last written outside of the database. */
  headedAt: Instant.nullable(),
  checkedAt: Instant.nullable(),
  /** A check goes on, and has come so far. */
  checkedNumber: z.int().nullable(),
  /** Empty where the last check found nothing. */
  fault: z.enum(['', ...CHAIN_FAULTS]),
  faultNumber: z.int().nullable(),
  faultRow: z.string(),
});
export type ChainState = z.infer<typeof ChainState>;

export const chainEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/sys/auditChain/list',
    permission: SEES_CHAIN,
    request: z.strictObject({}),
    response: z.array(ChainState),
    summary: 'The audit chain of each tenant, and what its last check found',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/sys/auditChain/verify',
    permission: SEES_CHAIN,
    request: z.strictObject({ tenantId: TenantId.optional() }),
    response: z.strictObject({ started: z.int() }),
    summary: 'Check the audit chain of one tenant or of all, in the background',
  }),
};
