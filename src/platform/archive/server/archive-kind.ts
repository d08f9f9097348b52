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
  /** Days after which a file is deleted, unless the installation says otherwise. */
  readonly fileDays: number;
}
