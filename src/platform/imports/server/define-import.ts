import type * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';
import type { ImportLimits } from '../contract/import-job.ts';

/** A fault that the data shows, such as a name that is taken; `code` has its text among the problems. */
export interface RowFault {
  readonly rowNo: number;
  readonly column: string;
  readonly code: string;
  readonly params?: ProblemParams;
}

export interface NumberedRow<Row> {
  readonly rowNo: number;
  readonly row: Row;
}

/** The cells of a row that are not empty. */
export type WrittenCells = Readonly<Record<string, string>>;

/** What a cell may hold, for whoever fills the table in: a text among the problems, or the words of codes in a dictionary. */
export type CellRule =
  | { readonly code: string; readonly params?: ProblemParams }
  | { readonly dictionary: string; readonly values: readonly (string | number)[] };

export interface ImportColumn {
  /** For the template. */
  readonly example: string;
  readonly needed: boolean;
  /** For the template; what the row's schema says of a plain text by default. */
  readonly allowed?: readonly CellRule[];
}

/** One kind of table that people can bring along. */
export interface ImportKind<Row extends z.ZodType> {
  /** `robots`. */
  readonly kind: string;
  /** Whose texts name the columns (`field.<key>`) and the records. */
  readonly namespace: string;
  /** The text that names the records; `list.title` by default. */
  readonly title?: string;
  readonly permission: string;
  /** Whoever brings it along gives his password for it (security 4.9); its rows are then taken over as if he gave it for each. */
  readonly steppedUp?: boolean;
  /** Those of the call that looks at the file. */
  readonly limits: ImportLimits;
  /** By key; a column is needed unless the row's schema does without it. */
  readonly columns: Readonly<Record<keyof z.output<Row> & string, ImportColumn>>;
  /** One row as texts; an empty cell is a missing field. */
  readonly row: Row;
  /** Looks at rows that are well-formed; changes nothing. */
  check(context: RequestContext, rows: readonly NumberedRow<z.output<Row>>[]): Promise<readonly RowFault[]>;
  /** What is wrong with other cells of rows that are not well-formed, so that their sender hears all of it at once. */
  checkCells?(context: RequestContext, rows: readonly NumberedRow<WrittenCells>[]): Promise<readonly RowFault[]>;
  /**
   * Takes over one row with the rights of the person who asked, as the console's own call would; a refusal is that row's
   * result. `isRepeat`: an earlier run was cut off here, and the row may have been taken over already. Answers the code of what the
   * person still has to do about it, if anything.
   */
  apply(context: RequestContext, row: z.output<Row>, isRepeat: boolean): Promise<string | undefined>;
}

/** The same with its types folded away. */
export interface ImportDefinition {
  readonly kind: string;
  readonly namespace: string;
  readonly title?: string;
  readonly permission: string;
  readonly steppedUp?: boolean;
  readonly limits: ImportLimits;
  readonly columns: Readonly<Record<string, ImportColumn>>;
  readonly row: z.ZodType;
  check(context: RequestContext, rows: readonly NumberedRow<unknown>[]): Promise<readonly RowFault[]>;
  checkCells?(context: RequestContext, rows: readonly NumberedRow<WrittenCells>[]): Promise<readonly RowFault[]>;
  apply(context: RequestContext, row: unknown, isRepeat: boolean): Promise<string | undefined>;
}

/** A table that people may bring along; the slice names it under `imports`. */
export function defineImport<Row extends z.ZodType>(kind: ImportKind<Row>): ImportDefinition {
  return {
    ...kind,
    check: (context, rows) => kind.check(context, rows as readonly NumberedRow<z.output<Row>>[]),
    apply: (context, row, isRepeat) => kind.apply(context, kind.row.parse(row) as z.output<Row>, isRepeat),
  };
}
