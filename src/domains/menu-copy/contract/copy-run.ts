import * as z from 'zod';
import { Id, Instant } from '#platform/http/contract/fields.ts';

export const COPY_PERMISSION = 'copy-menu:run';
/** What the person must hold where the menus are. */
export const SOURCE_RIGHTS = [COPY_PERMISSION, 'beverage:view', 'material:view'] as const;
/** What the person must hold where they go. */
export const TARGET_RIGHTS = [
  COPY_PERMISSION,
  ...(['beverage:view', 'beverage:add', 'beverage:edit', 'material:view', 'material:add', 'material:edit'] as const),
] as const;
export const CLEAN_RIGHTS = [
  COPY_PERMISSION,
  ...(['beverage:view', 'beverage:edit', 'beverage:delete', 'material:view', 'material:delete'] as const),
] as const;

export const MOST_MENUS = 200;

export const COPIED_KINDS = ['menu', 'group', 'material', 'beverage'] as const;
export type CopiedKind = (typeof COPIED_KINDS)[number];
export const DEEDS = ['add', 'update', 'skip'] as const;
export type Deed = (typeof DEEDS)[number];
export const OUTCOMES = ['added', 'updated', 'skipped', 'removed', 'disabled', 'kept'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** What is left to do with a copied record. */
export const COPY_NOTES = ['price-needed', 'cost-needed', 'unit-differs', 'renamed'] as const;
export type CopyNote = (typeof COPY_NOTES)[number];
export const COPY_WARNINGS = ['currency', 'tax', 'space', 'costs', 'unit', 'renamed'] as const;
export type CopyWarning = (typeof COPY_WARNINGS)[number];

const Named = z.strictObject({ name: z.string(), nameZh: z.string() });
export type Named = z.infer<typeof Named>;

export const CopyTarget = z.strictObject({ tenantId: z.string(), name: z.string(), currency: z.string() });
export type CopyTarget = z.infer<typeof CopyTarget>;

const DeedCounts = z.strictObject({ add: z.int(), update: z.int(), skip: z.int() });

export const CopyPreview = z.strictObject({
  target: CopyTarget,
  /** The tenant that is copied from. */
  currency: z.string(),
  trees: z.array(z.strictObject({ menuId: Id, ...Named.shape, ...DeedCounts.shape })),
  kinds: z.array(z.strictObject({ kind: z.enum(COPIED_KINDS), ...DeedCounts.shape })),
  warnings: z.array(z.strictObject({ code: z.enum(COPY_WARNINGS), names: z.array(Named) })),
  /** Drinks that are not sold until somebody gives them a price. */
  priceNeeded: z.array(Named),
  /** Bytes. */
  pictureBytes: z.int(),
  spaceLeftBytes: z.int(),
  /** Of what was shown: a copy is refused where it would do anything else. */
  digest: z.string(),
});
export type CopyPreview = z.infer<typeof CopyPreview>;

export const CopyItem = z.strictObject({
  kind: z.enum(COPIED_KINDS),
  /** In the tenant that was written to; null where it is gone. */
  id: z.string().nullable(),
  ...Named.shape,
  outcome: z.enum(OUTCOMES),
  notes: z.array(z.enum(COPY_NOTES)),
});
export type CopyItem = z.infer<typeof CopyItem>;

export const OutcomeCounts = z.strictObject({
  added: z.int(),
  updated: z.int(),
  skipped: z.int(),
  removed: z.int(),
  disabled: z.int(),
  kept: z.int(),
});
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

export const CopyRun = z.strictObject({
  id: z.string(),
  kind: z.enum(['copy', 'clean']),
  state: z.enum(['running', 'done', 'stopped']),
  tenantId: z.string(),
  tenantName: z.string(),
  /** Null where copies were cleaned away, and for readers who may not see that tenant. */
  sourceTenantId: z.string().nullable(),
  sourceTenantName: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  steps: z.int(),
  stepsDone: z.int(),
  stepsFailed: z.int(),
  counts: OutcomeCounts,
});
export type CopyRun = z.infer<typeof CopyRun>;

export const CopyStep = z.strictObject({
  number: z.int(),
  ...Named.shape,
  state: z.enum(['waiting', 'done', 'failed']),
  message: z.string(),
  items: z.array(CopyItem),
});
export type CopyStep = z.infer<typeof CopyStep>;

export const CopyRunDetail = z.strictObject({ ...CopyRun.shape, list: z.array(CopyStep) });
export type CopyRunDetail = z.infer<typeof CopyRunDetail>;
