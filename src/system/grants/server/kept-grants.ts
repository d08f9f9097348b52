import * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { findHeld, type GrantHolder, type Held } from './grant-store.ts';

const Kept = z.array(z.strictObject({ permissionId: z.string(), ruleIds: z.array(z.string()) }));

/** What a role holds, as its removal keeps it for the case that it is taken back. */
export async function keepGrants(tx: Transaction, holder: GrantHolder): Promise<z.infer<typeof Kept>> {
  return [...(await findHeld(tx.db, holder))].map(([permissionId, ruleIds]) => ({
    permissionId,
    ruleIds: [...ruleIds],
  }));
}

export const readKept = (kept: unknown): Held =>
  new Map(Kept.parse(kept).map(({ permissionId, ruleIds }) => [permissionId, ruleIds]));
