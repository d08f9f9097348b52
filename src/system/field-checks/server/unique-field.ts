import type { RequestContext } from '#platform/http/server/context.ts';

export interface UniqueQuestion {
  readonly value: string;
  /** The record whose own value it may be. */
  readonly exceptId: string | undefined;
}

/**
 * A field whose values are checked for being taken while a form is filled in. The slice that owns the table declares it;
 * the names that a client sends are looked up among the declared ones and never reach a statement (security 2.7).
 */
export interface UniqueField {
  /** As the older contract names them: `sys_role`, `role_code`. */
  readonly table: string;
  readonly field: string;
  /** Holders of one of these write the field, so they may ask. */
  readonly permissions: readonly string[];
  /** Looks inside the selected tenant only: another tenant's value is free. */
  isTaken(context: RequestContext, question: UniqueQuestion): Promise<boolean>;
}
