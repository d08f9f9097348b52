import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { RENTAL_REFUNDS, RENTALS } from '../contract/addresses.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import { rentalReviewNotice } from '../contract/notices.ts';
import { rentalProblems } from '../contract/problems.ts';
import { rentalRefunds } from '../contract/refund-list.ts';
import { rentals as rentalKind } from '../contract/rental-list.ts';
import { storefrontRentalEndpoints } from '../contract/storefront-endpoints.ts';
import { cabinetReports } from './cabinet-reports.ts';
import { paymentReports } from './payment-reports.ts';
import { answerRentalRefund, askRefund, refundRental, refundReports } from './refund-rental.ts';
import { rent } from './rent.ts';
import { rentalTimers } from './rental-timers.ts';
import { getRental } from './rental-view.ts';
import { collectAgain, endByStaff, previewEnd, reviewRental } from './staff-calls.ts';
import { getStorefrontRental, rentalHistory, spotCabinets } from './storefront-calls.ts';

/** Rentals that began at the spots that a person sees. */
const bySpot = {
  condition: ({ isRoot, spotIds }: Actor) =>
    isRoot || spotIds === null ? undefined : sql<SqlBool>`record.spot_id = any(${[...spotIds]}::uuid[])`,
};

export const rentals: ServerSlice = sliceOf(
  {
    name: 'rentals',
    about:
      'Rentals of power banks: reservation, hold, eject, return, purchase, fee, refunds, and what customers see of them.',
    problems: rentalProblems,
    noticeKinds: [rentalReviewNotice],
    permissions: {
      'rental:close': { namespace: 'rental-words', key: 'permission.close' },
      'rental:refund': { namespace: 'rental-words', key: 'permission.refund' },
      'rental:export': { namespace: 'rental-words', key: 'permission.export' },
    },
    routes: [
      route(rentalEndpoints.detail, getRental),
      route(rentalEndpoints.previewEnd, previewEnd),
      route(rentalEndpoints.end, endByStaff),
      route(rentalEndpoints.refund, refundRental),
      route(rentalEndpoints.answerRefund, answerRentalRefund),
      route(rentalEndpoints.collect, collectAgain),
      route(rentalEndpoints.reviewed, reviewRental),
      route(storefrontRentalEndpoints.cabinets, spotCabinets),
      route(storefrontRentalEndpoints.rent, rent),
      route(storefrontRentalEndpoints.rental, getStorefrontRental),
      route(storefrontRentalEndpoints.history, rentalHistory),
      route(storefrontRentalEndpoints.askRefund, askRefund),
    ],
    subscriptions: [...cabinetReports, ...paymentReports, ...refundReports],
    schedules: [rentalTimers],
    menu: [
      { page: 'rentals/list', kind: rentalKind, under: 'rentals', path: RENTALS, icon: 'order', sort: 61 },
      {
        ...{ page: 'rentals/detail', under: 'rentals', path: `${RENTALS}/:orderNo`, hidden: true, sort: 62 },
        ...{ title: { namespace: 'rentals', key: 'kind.page' }, needs: 'rental:view' },
      },
      {
        ...{ page: 'rentals/refunds', kind: rentalRefunds, under: 'rentals', path: RENTAL_REFUNDS, icon: 'payment' },
        ...{ needs: 'rental:view', sort: 63 },
      },
    ],
  },
  serveList(rentalKind, { visible: bySpot, exportRange: 'rental.export' }),
  serveList(rentalRefunds, { visible: bySpot }),
);

export { rentalBook } from './rental-book.ts';
