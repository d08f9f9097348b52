import type * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';

export interface ReversibleChange<Inverse> {
  readonly objectId: string;
  /** Of the record as the change left it; 0 where it took the record away. */
  readonly version: number;
  /** What the record was before. */
  readonly inverse: Inverse;
}

/** A kind of record whose changes can be taken back. */
export interface Reversible {
  readonly kind: string;
  undo(tx: Transaction, change: ReversibleChange<unknown>): Promise<void>;
}

/**
 * Declares how changes of one kind are taken back. `undo` raises `undo.changed-since` where the record is not at the version
 * that the change left behind.
 */
export function reversible<Schema extends z.ZodType>(
  kind: string,
  inverse: Schema,
  undo: (tx: Transaction, change: ReversibleChange<z.output<Schema>>) => Promise<void>,
): Reversible {
  return { kind, undo: (tx, change) => undo(tx, { ...change, inverse: inverse.parse(change.inverse) }) };
}

/** Notes, in the transaction of the change, how to take it back; answers the id for the "Undo" of its toast. */
export async function recordReversible(
  tx: Transaction,
  { kind }: Reversible,
  change: ReversibleChange<unknown>,
): Promise<string> {
  const id = newId();
  await tx.db
    .insertInto('reversible_change')
    .values({
      id,
      at: tx.now(),
      actor_id: tx.actor.id,
      kind,
      object_id: change.objectId,
      version: change.version,
      inverse: JSON.stringify(change.inverse),
    })
    .execute();
  return id;
}
