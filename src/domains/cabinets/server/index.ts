import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { cabinetProblems } from '../contract/problems.ts';
import { cabinetRecords } from './cabinet-records.ts';
import { type RentalBook, RentalBooks } from './rental-book.ts';
import { subscriptionsOf } from './subscriptions.ts';
import { noticeList, placeList, unitRecords } from './unit-records.ts';

/** Cabinets and their units; each book is of a slice that lends them. */
export function cabinetsSlice(rentals: readonly RentalBook[]): ServerSlice {
  const books = new RentalBooks(rentals);
  return sliceOf(
    {
      name: 'cabinets',
      about: 'Cabinets that lend power banks: their slots, their units, and where each unit was.',
      problems: cabinetProblems,
      subscriptions: subscriptionsOf(books),
    },
    cabinetRecords,
    unitRecords,
    placeList,
    noticeList,
  );
}

export { cabinetDriver } from './cabinet-driver.ts';
export {
  type CabinetOffer,
  type CabinetRow,
  cabinetsOfSpot,
  findCabinet,
  lockCabinet,
  sendCabinetCommand,
} from './cabinet-store.ts';
export {
  type Eject,
  findBestSlot,
  openEjectOf,
  type ReservedSlot,
  releaseSlot,
  reserveSlot,
  sendEject,
} from './eject.ts';
export { closeNotices, openNotice } from './notice-store.ts';
export type { RentalBook } from './rental-book.ts';
export { setUnitState } from './unit-state.ts';
export { findUnit, type Unit } from './unit-store.ts';
