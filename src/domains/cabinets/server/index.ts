import type { Actor } from '#platform/context/server/actor.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { CABINETS_PAGE, UNIT_NOTICES_PAGE, UNITS_PAGE } from '../contract/addresses.ts';
import { cabinets } from '../contract/cabinet.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { cabinetProblems } from '../contract/problems.ts';
import {
  cabinetByImei,
  ejectSlot,
  pageCommands,
  pageEvents,
  popAll,
  readSlots,
  renewCredential,
  uploadAll,
} from './cabinet-calls.ts';
import { cabinetRecords } from './cabinet-records.ts';
import { listTenants, moveCabinet } from './move-cabinet.ts';
import { purgeHistory } from './purge-history.ts';
import { type RentalBook, RentalBooks } from './rental-book.ts';
import { askUploads, noticeLongRentals } from './schedules.ts';
import { subscriptionsOf } from './subscriptions.ts';
import { correctUnit, finishNotice, unitBySerial } from './unit-calls.ts';
import { noticeList, placeList, unitRecords } from './unit-records.ts';

const entry = (page: string, path: string, namespace: string, key = 'kind.title') => ({
  ...{ page, under: 'rentals', path, title: { namespace, key } },
  needs: cabinets.permission('view'),
});
const hidden = (page: string, path: string, namespace: string, sort: number) => ({
  ...{ ...entry(page, path, namespace, 'kind.page'), sort, hidden: true },
});

/** Cabinets and their units; each book is of a slice that lends them. */
export function cabinetsSlice(rentals: readonly RentalBook[]): ServerSlice {
  const books = new RentalBooks(rentals);
  return sliceOf(
    {
      name: 'cabinets',
      about: 'Cabinets that lend power banks: their slots, their units, and where each unit was.',
      problems: cabinetProblems,
      subscriptions: subscriptionsOf(books),
      schedules: [askUploads, noticeLongRentals, purgeHistory],
      menu: [
        { page: 'cabinets/list', kind: cabinets, under: 'rentals', path: CABINETS_PAGE, icon: 'battery', sort: 64 },
        hidden('cabinets/detail', `${CABINETS_PAGE}/:imei`, 'cabinets', 71),
        { ...entry('cabinets/units', UNITS_PAGE, 'power-banks'), icon: 'plug', sort: 65 },
        hidden('cabinets/unit', `${UNITS_PAGE}/:serial`, 'power-banks', 72),
        { ...entry('cabinets/notices', UNIT_NOTICES_PAGE, 'power-bank-notices'), icon: 'bell', sort: 66 },
      ],
      permissions: {
        'cabinet:pop': { namespace: 'cabinet-words', key: 'permission.pop' },
        'cabinet:move': { namespace: 'cabinet-words', key: 'permission.move' },
      },
      routes: [
        route(cabinetEndpoints.slots, readSlots),
        route(cabinetEndpoints.byImei, cabinetByImei),
        route(cabinetEndpoints.unitBySerial, unitBySerial),
        route(cabinetEndpoints.commands, pageCommands),
        route(cabinetEndpoints.events, pageEvents),
        route(cabinetEndpoints.uploadAll, uploadAll),
        route(cabinetEndpoints.eject, ejectSlot),
        route(cabinetEndpoints.popAll, popAll),
        route(cabinetEndpoints.credential, renewCredential),
        route(cabinetEndpoints.getTenantList, listTenants),
        route(cabinetEndpoints.changeDeviceTenant, moveCabinet(books)),
        route(cabinetEndpoints.correct, correctUnit),
        route(cabinetEndpoints.noticeDone, finishNotice),
      ],
    },
    cabinetRecords,
    unitRecords,
    placeList,
    noticeList,
  );
}

/** What a person sees of cabinets and of units, over the row `record`: for figures that are those of the lists. */
export const cabinetsSeenBy = (actor: Actor) => sightOf(cabinetRecords.served, actor);
export const unitsSeenBy = (actor: Actor) => sightOf(unitRecords.served, actor);

export { cabinetDriver } from './cabinet-driver.ts';
export {
  type CabinetOffer,
  type CabinetRow,
  cabinetsOfSpot,
  countsInSql,
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
export { cameBack, findUnit, type Unit } from './unit-store.ts';
export { cabinetsToWatch, type WatchedCabinet, watchedCabinets } from './watched-cabinets.ts';
