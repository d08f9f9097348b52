/** A numbered row of the chain, as it stands in the tables. */
export interface LinkedRow {
  readonly number: number;
  readonly rowId: string;
  /** Older than the chain: nobody signed it when it was written. */
  readonly adopted: boolean;
  /** All in hex. */
  readonly link: string;
  /** Undefined where the audit row is gone. */
  readonly row: { readonly content: string; readonly signed: string | null; readonly isWhole: boolean } | undefined;
}

export interface ChainFault {
  readonly code: 'changed' | 'removed' | 'added' | 'gap' | 'forged';
  readonly number: number;
  readonly rowId: string;
}

/** What a link signs: the one before it, its place, and the row (security 14.3). */
export const linkText = (
  tenantId: string,
  previous: string,
  { number, rowId, adopted }: Pick<LinkedRow, 'number' | 'rowId' | 'adopted'>,
  content: string,
): string => [tenantId, previous, number, rowId, adopted ? 'adopted' : 'signed', content].join('|');

/** Where a walk along the chain stands. */
export interface ChainPlace {
  readonly number: number;
  readonly link: string;
  /** Only rows from before the chain so far. */
  readonly onlyAdopted: boolean;
}
export const CHAIN_START: ChainPlace = { number: 0, link: '', onlyAdopted: true };

/**
 * The next step of a walk along a tenant's chain: the place behind it, or the first thing that is wrong (security 14.3). `sign` makes the
 * keyed digest of a text, in hex.
 */
export function stepAlong(
  place: ChainPlace,
  tenantId: string,
  next: LinkedRow,
  sign: (text: string) => string,
): { place: ChainPlace } | { fault: ChainFault } {
  const { number, rowId, adopted, row } = next;
  const wrong = (code: ChainFault['code'], at = number) => ({ fault: { code, number: at, rowId } });
  if (number !== place.number + 1) return wrong('gap', place.number + 1);
  if (!row) return wrong('removed');
  const isLinked = next.link === sign(linkText(tenantId, place.link, next, row.content));
  const isSigned = adopted ? place.onlyAdopted : row.signed === row.content;
  if (!row.isWhole) return wrong('changed');
  if (!isLinked) return wrong(isSigned && !adopted ? 'forged' : 'changed');
  if (!isSigned) return wrong('added');
  return { place: { number, link: next.link, onlyAdopted: place.onlyAdopted && adopted } };
}

/** The end of a chain as it was written outside of the database. */
export interface ChainHead {
  readonly number: number;
  readonly link: string;
}

/** Whether the chain still holds what its head says: a tail that was cut off is shorter, one that was written again links otherwise. */
export function againstHead(
  head: ChainHead | undefined,
  chain: { readonly last: number; readonly linkAtHead: string | undefined },
): { code: 'cut' | 'rewritten'; number: number } | undefined {
  if (!head || head.number === 0) return undefined;
  if (head.number > chain.last) return { code: 'cut', number: chain.last + 1 };
  if (chain.linkAtHead !== head.link) return { code: 'rewritten', number: head.number };
  return undefined;
}
