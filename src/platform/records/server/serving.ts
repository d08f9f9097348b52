import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';
import type { FieldsRow, RecordKind } from '../contract/define-records.ts';
import type { RecordFields, RowOf } from '../contract/fields.ts';
import type { Values } from './record-rows.ts';

/** Records that point at one of this kind: while there are any it is not deleted. */
export interface InUseBy {
  readonly table: string;
  readonly column: string;
  /** Whose texts name them, and by which of them: `kind.many` by default. */
  readonly namespace: string;
  readonly key?: string;
  /** Those of them that no list of theirs shows, such as people in a recycle bin. */
  readonly unseen?: UnseenUse;
}

export interface UnseenUse {
  /** Which rows of the table they are. */
  readonly condition: Expression<SqlBool>;
  /** Says where they lie and what to do there: the end of a sentence. */
  readonly where: (language: Language) => string;
}

/** Which rows a person sees, and to which spot the updates of a row belong. */
export interface RecordSight {
  /** The condition holds what data rules leave the reader: they are those of another list whose rights these rows share. */
  readonly ruled?: true;
  condition(actor: Actor): Expression<SqlBool> | undefined;
  sees(actor: Actor, values: Readonly<Record<string, unknown>>): boolean;
  spotOf(values: Readonly<Record<string, unknown>>): string | null;
}

/**
 * Exact counts of a long list, kept by the database: `table` and `table_delta` hold the tenant, the UTC day of the kind's time, these
 * fields in columns of the list's own names, and `count`. What the list is narrowed to by `visible` must be among the fields.
 */
export interface KeptCounts {
  readonly table: string;
  readonly by: readonly string[];
}

export interface SavedRecord<F extends RecordFields> {
  readonly after: FieldsRow<F>;
  /** Undefined where it was added. */
  readonly before: FieldsRow<F> | undefined;
}

/** A field whose value lies in rows of other tables. */
export interface ApartField {
  /** SQL over the row, which is called `record`: JSON for lists, with names in the reader's language. */
  readonly read: RawBuilder<unknown> | ((language: Language) => RawBuilder<unknown>);
  write(tx: Transaction, id: string, value: never): Promise<void>;
}

/** Fields that are shown in part to those who do not hold the permission. */
export interface MaskedFields {
  readonly permission: string;
  readonly fields: Readonly<Record<string, (value: string) => string>>;
}

/** What is shown for an empty value, made from another field, such as a picture of initials; sent back, it is no change. */
export interface StandIn {
  readonly from: string;
  readonly make: (value: string) => string;
}

/** Who made a record and when. */
export interface MadeBy {
  readonly createdAt: string;
  readonly createdBy: string;
}

/** How rows are written where the table that they are read from is a view; fields that are kept apart are not among the values. */
export interface RecordStorage {
  /** Holds the rows of a record until the end of the transaction. */
  lock(tx: Transaction, id: string): Promise<void>;
  insert(
    tx: Transaction,
    row: { readonly id: string; readonly values: Values; readonly made: MadeBy; readonly prepared?: unknown },
  ): Promise<void>;
  /** `values`: what was given; `version` is the new one. */
  update(
    tx: Transaction,
    row: { readonly id: string; readonly values: Values; readonly version: number },
  ): Promise<void>;
  remove(tx: Transaction, id: string): Promise<void>;
}
/** Kept as JSON. */
export type KeptAlong = z.infer<ReturnType<typeof z.json>>;

/** What a kind does differently from all others; everything may be left out. */
export interface RecordServing<F extends RecordFields = RecordFields> {
  readonly inUseBy?: readonly InUseBy[];
  readonly visible?: RecordSight;
  /**
   * Where its rows are read, if that is more than its table: a query in parentheses, where each query within names the tenant
   * (`THIS_TENANT`), for a view cannot.
   */
  readonly rows?: RawBuilder<unknown>;
  /** How each computed field is known: SQL over the row, which is called `record`. */
  readonly computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What the search box finds beside the fields that are searched: SQL over the row, which is called `record`. */
  readonly alsoFound?: (words: string) => Expression<SqlBool>;
  /** How what conditions ask beside the fields is known: SQL over the row, which is called `record`. */
  readonly asked?: SuperColumns;
  /** The table holds people, whom the role of requests may not read (`database/reach-people`). */
  readonly ofPeople?: true;
  /** Its file covers at most 31 of the tenant's days (domain 5): the problems of a range that does not, `<this>.range-too-long`. */
  readonly exportRange?: string;
  /** What the caller without a permission sees in part only, such as addresses (security 14.5). */
  readonly masked?: MaskedFields;
  readonly standIns?: Readonly<Record<string, StandIn>>;
  /** Where counting the rows themselves would take too long. */
  readonly counts?: KeptCounts;
  readonly apart?: Readonly<Record<string, ApartField>>;
  readonly storage?: RecordStorage;
  /** Before the transaction of an addition: what `storage.insert` needs and takes long, such as the hash of a password. */
  readonly prepare?: (context: RequestContext, request: Values) => Promise<unknown>;
  /** What several records are changed by one call is done for all of them, or for none (security 5.5). */
  readonly allOrNothing?: true;
  /** What older clients write (`older` of the declaration), as the fields that it stands for. */
  readonly read?: (request: Values) => Values;
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
  /** Without a context where a removal is taken back. `changed`: what is computed of the record is another now. */
  readonly afterSave?: (
    tx: Transaction,
    saved: SavedRecord<F>,
    context: RequestContext | undefined,
    // biome-ignore lint/suspicious/noConfusingVoidType: most hooks have nothing to say
  ) => Promise<void | 'changed'>;
  /** In the transaction; raises why the record must stay. */
  readonly beforeRemove?: (tx: Transaction, row: FieldsRow<F>, context: RequestContext) => Promise<void>;
  readonly afterRemove?: (tx: Transaction, row: FieldsRow<F>) => Promise<void>;
  /** What goes with the record beside its own fields, and how it comes back when its removal is taken back. */
  readonly along?: {
    keep(tx: Transaction, id: string): Promise<KeptAlong>;
    restore(tx: Transaction, id: string, kept: KeptAlong): Promise<void>;
  };
}

/** A kind with its rules: what each verb of it is made from. */
export interface ServedKind<F extends RecordFields = RecordFields> extends RecordServing<F> {
  readonly kind: RecordKind<F>;
}
