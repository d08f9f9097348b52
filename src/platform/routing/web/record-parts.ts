import type { ComponentType } from 'react';

/** Something that a slice adds to the page of another slice's record, such as a customer's coupons to the page of the customer. */
export interface RecordPart {
  /** The kind of the record whose page it stands on: `customer`. */
  readonly of: string;
  readonly key: string;
  /** Among the other parts, the lowest first. */
  readonly sort: number;
  /** Shown to those alone who hold it. */
  readonly permission: string;
  /** A card, fetched when the page is first opened (`lazyAgain`). */
  readonly Component: ComponentType<{ readonly id: string }>;
}

let offered: readonly RecordPart[] = [];

/** Said once, by the program that knows all slices. */
export const offerRecordParts = (parts: readonly RecordPart[]): void => {
  offered = [...parts].sort((one, other) => one.sort - other.sort);
};

/** The parts of other slices on the page of a kind of record. */
export const recordPartsOf = (kind: string): readonly RecordPart[] => offered.filter(({ of }) => of === kind);
