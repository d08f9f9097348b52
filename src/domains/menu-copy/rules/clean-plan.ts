/** What is known of a copied record in the tenant that it was copied to. */
export interface Copied {
  /** By a copy; not found there. */
  readonly created: boolean;
  /** Staff changed it since. */
  readonly touched: boolean;
  /** Orders, recipes, stocks, or records below it. */
  readonly inUse: boolean;
  /** Null where it cannot be switched. */
  readonly onSale: boolean | null;
}

/**
 * What cleaning does with a copied record (practice 16): only what copies made, nobody touched and nothing refers to goes; a drink
 * that stays is taken off sale, and all else that stays is kept.
 */
export function cleanDeed({ created, touched, inUse, onSale }: Copied): 'remove' | 'disable' | 'keep' {
  if (!created) return 'keep';
  if (!touched && !inUse) return 'remove';
  return onSale === true ? 'disable' : 'keep';
}
