import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { FieldsRow, RecordKind } from '../contract/define-records.ts';
import type { RecordFields, RowOf } from '../contract/fields.ts';

/** Records that point at one of this kind: while there are any it is not deleted. */
export interface InUseBy {
  readonly table: string;
  readonly column: string;
  /** Whose texts name them, and by which of them: `kind.many` by default. */
  readonly namespace: string;
  readonly key?: string;
}

/** Which rows a person sees, and to which spot the updates of a row belong. */
export interface RecordSight {
  condition(actor: Actor): Expression<SqlBool> | undefined;
  sees(actor: Actor, values: Readonly<Record<string, unknown>>): boolean;
  spotOf(values: Readonly<Record<string, unknown>>): string | null;
}

export interface SavedRecord<F extends RecordFields> {
  readonly after: FieldsRow<F>;
  /** Undefined where it was added. */
  readonly before: FieldsRow<F> | undefined;
}

/** What a kind does differently from all others; everything may be left out. */
export interface RecordServing<F extends RecordFields = RecordFields> {
  readonly inUseBy?: readonly InUseBy[];
  readonly visible?: RecordSight;
  /** How each computed field is known: SQL over the row, which is called `record`. */
  readonly computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Raises what must not be saved; `draft` is the record as it would be. A function of `rules/` mostly. */
  readonly decide?: (draft: RowOf<F>, before: RowOf<F> | undefined, context: RequestContext) => void;
  /** In the transaction, before the row is written: the values of generated fields that are new or change. */
  readonly generate?: (
    tx: Transaction,
    saved: { id: string; draft: RowOf<F>; before: RowOf<F> | undefined },
    context: RequestContext,
  ) => Promise<Partial<RowOf<F>>>;
  /** In the transaction, before the row is written. */
  readonly beforeSave?: (
    tx: Transaction,
    saved: { id: string; draft: RowOf<F>; before: RowOf<F> | undefined },
    context: RequestContext,
  ) => Promise<void>;
  readonly afterSave?: (tx: Transaction, saved: SavedRecord<F>) => Promise<void>;
  /** In the transaction; raises why the record must stay. */
  readonly beforeRemove?: (tx: Transaction, row: FieldsRow<F>, context: RequestContext) => Promise<void>;
  readonly afterRemove?: (tx: Transaction, row: FieldsRow<F>) => Promise<void>;
}

/** A kind with its rules: what each verb of it is made from. */
export interface ServedKind<F extends RecordFields = RecordFields> extends RecordServing<F> {
  readonly kind: RecordKind<F>;
}
