import * as z from 'zod';
import { CutPageSize, pageFields, SortColumn, Text } from '#platform/http/contract/fields.ts';

/** Operators of a condition (system-api.md 1.5). Naming trap: `left_like` means "ends with", `right_like` "begins with". */
export const SUPER_RULES = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'like', 'left_like', 'right_like', 'in'] as const;
export type SuperRule = (typeof SUPER_RULES)[number];

export const MATCH_TYPES = ['and', 'or'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

/** What an advanced query may ask about one field of a list. */
export type SuperField =
  | { readonly kind: 'number' | 'money' | 'time' | 'flag' }
  /** `byPart`: an ordinary filter without an operator finds a part of it. */
  | { readonly kind: 'text'; readonly byPart?: true }
  /** Codes out of a closed set, named by a dictionary. */
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[]; readonly dictionary: string }
  /** The id of another record, found through a table dictionary. */
  | { readonly kind: 'record'; readonly dictionary: string };

/** The only fields that conditions may name, per list: those of its rows, nothing secret (security 6.4). */
export type SuperFields = Readonly<Record<string, SuperField>>;

/** One condition as it travels and as a view keeps it. */
export const SuperCondition = z.strictObject({
  field: z.string().min(1).max(64),
  rule: z.enum(SUPER_RULES),
  val: z.string().max(2000),
});
export type SuperCondition = z.infer<typeof SuperCondition>;

export const MOST_CONDITIONS = 20;
export const SuperQuery = z.strictObject({
  match: z.enum(MATCH_TYPES),
  conditions: z.array(SuperCondition).min(1).max(MOST_CONDITIONS),
});
export type SuperQuery = z.infer<typeof SuperQuery>;

/** Fields of a list call that takes an advanced query. */
export const superQueryFields = {
  /** A JSON array of conditions, as such or URI-encoded once or twice. */
  superQueryParams: z.string().max(40_000).optional(),
  superQueryMatchType: z.enum(MATCH_TYPES).optional(),
};

type FilterName<Field extends string> = Field | `${Field}_begin` | `${Field}_end` | `${Field}_MultiString`;
type Filters<Fields extends SuperFields> = {
  [Name in FilterName<keyof Fields & string>]: z.ZodOptional<z.ZodType<string, string>>;
};

const FILTER_TEXT = Text(2_000).optional();

/**
 * What every system list takes (product.md 3): paging, sorting by one of `columns`, each declared field as a filter with its
 * operators, as a range and as a list of values (system-api.md 1.4), and an advanced query.
 */
export function systemListFields<Fields extends SuperFields, Column extends string>(
  fields: Fields,
  columns: readonly [Column, ...Column[]],
) {
  const filters = Object.fromEntries(
    Object.keys(fields).flatMap((name) =>
      [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`].map((filter) => [filter, FILTER_TEXT]),
    ),
  ) as Filters<Fields>;
  return { ...pageFields, pageSize: CutPageSize, ...filters, ...superQueryFields, column: SortColumn(columns) };
}
