import type { RawBuilder, SqlBool } from 'kysely';
import type { KEPT_DAYS } from '#platform/database/rules/kept-days.ts';

/** A kind of rows that leave the database when they are old; the slice that owns the table names it under `archives`. */
export interface ArchiveKind {
  /** `device-events`. */
  readonly name: string;
  /** Its rows stay for `KEPT_DAYS`, unless the installation says otherwise. */
  readonly table: keyof typeof KEPT_DAYS;
  /** The column that says how old a row is. */
  readonly at: string;
  /** The primary key but for the tenant. */
  readonly key: readonly string[];
  /** Rows that may leave, as `old`; all unless named. */
  readonly only?: RawBuilder<SqlBool>;
  /** What a person did stands in it: erasing a person brings its months back first. */
  readonly namesPeople: boolean;
  /** Days after which a file is deleted, unless the installation says otherwise; zero keeps it for good. */
  readonly fileDays: number;
  /** No installation may have them leave earlier. */
  readonly leastDays?: number;
  /** They belong to records that stay, and leave with all that belongs to such a record. */
  readonly hangsOn?: HangsOn;
}

/** Records whose rows stay in the database, and what leaves of them when they are over. */
export interface HangsOn {
  readonly table: 'coffee_order' | 'rental_order';
  /** Says to which month a record belongs, with all that hangs on it. */
  readonly at: 'created_at';
  /** The column that names the record, in its own table and in all that hang on it. */
  readonly by: 'order_no';
  /** It is over and waits for nobody; as `record`, in the tenant of this number. */
  readonly isOver: (tenantId: number) => RawBuilder<SqlBool>;
  /** Tables whose rows leave together with those of the kind. */
  readonly with: readonly Rows[];
}

export interface Rows {
  readonly table: string;
  /** The primary key but for the tenant. */
  readonly key: readonly string[];
}
