import type { RequestContext } from '#platform/http/server/context.ts';

export interface TableOption {
  readonly value: string;
  readonly text: string;
}

/**
 * A table that may be read as a dictionary. The slice that owns the table declares it; the name that the client sends is
 * looked up among the declared ones and never reaches a statement (security 2.8).
 */
export interface TableDictionary {
  /** `table,text,code` as the older contract writes it. */
  readonly name: string;
  /** Who may read it; `null`: every member of the tenant. */
  readonly permission: string | null;
  /** Options whose text contains the keyword, at most `limit`, in the order of their texts. */
  search(context: RequestContext, question: { keyword: string; limit: number }): Promise<TableOption[]>;
  /** Options of these values, in any order; a value that the caller may not see is left out. */
  find(context: RequestContext, values: readonly string[]): Promise<TableOption[]>;
}
