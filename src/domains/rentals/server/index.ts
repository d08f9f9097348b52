import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { addUpCounts } from '#platform/records/server/kept-counts.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import type { KeptCounts } from '#platform/records/server/serving.ts';
import { RENTAL_REFUNDS, RENTAL_REPAIRS, RENTALS } from '../contract/addresses.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import {
  rentalRefundFailedNotice,
  rentalRefundNotice,
  rentalRepairNotice,
  rentalReviewNotice,
} from '../contract/notices.ts';
import { rentalProblems } from '../contract/problems.ts';
import { rentalRefunds } from '../contract/refund-list.ts';
import { rentals as rentalKind } from '../contract/rental-list.ts';
import { rentalRepairs } from '../contract/repair-list.ts';
import { storefrontRentalEndpoints } from '../contract/storefront-endpoints.ts';
import { cabinetReports } from './cabinet-reports.ts';
import { contradictions } from './find-contradictions.ts';
import { paymentReports } from './payment-reports.ts';
import { answerRentalRefund, askRefund, refundRental, refundReports, withdrawRentalRefund } from './refund-rental.ts';
import { rent } from './rent.ts';
import { rentalArchive } from './rental-archive.ts';
import { rentalTimers } from './rental-timers.ts';
import { getRental } from './rental-view.ts';
import { rentalsOfCustomer } from './rentals-of-customer.ts';
import { dismissRepair, settleRepair } from './settle-repair.ts';
import { collectAgain, endByStaff, previewEnd, reviewRental } from './staff-calls.ts';
import { getStorefrontRental, rentalHistory, spotCabinets } from './storefront-calls.ts';
import { countWaiting } from './waiting-rentals.ts';

/** Rentals that began at the spots that a person sees. */
const bySpot = {
  condition: ({ isRoot, spotIds }: Actor) =>
    isRoot || spotIds === null ? undefined : sql<SqlBool>`record.spot_id = any(${[...spotIds]}::uuid[])`,
};

const rentalCounts: KeptCounts = { table: 'rental_count', by: ['status', 'review', 'spotId'] };
/** The hour of a time on the tenant's clocks. */
const hourOf = (column: string) => sql`extract(hour from ${sql.ref(`record.${column}`)} at time zone (
  select time_zone from tenant where tenant.tenant_id = ${THIS_TENANT}))`;
const rentalList = serveList(rentalKind, {
  ...{ visible: bySpot, exportRange: 'rental.export', counts: rentalCounts },
  asked: {
    startedHour: hourOf('started_at'),
    returnedHour: hourOf('returned_at'),
    outUntil: sql`(case when record.started_at is not null
      then coalesce(least(record.returned_at, record.ended_at), 'infinity') end)`,
  },
});

export const rentals: ServerSlice = sliceOf(
  {
    name: 'rentals',
    about:
      'Rentals of power banks: reservation, hold, eject, return, purchase, fee, refunds, and what customers see of them.',
    problems: rentalProblems,
    archives: [rentalArchive],
    noticeKinds: [rentalReviewNotice, rentalRepairNotice, rentalRefundNotice, rentalRefundFailedNotice],
    permissions: {
      'rental:close': { namespace: 'rental-words', key: 'permission.close' },
      'rental:refund': { namespace: 'rental-words', key: 'permission.refund' },
      'rental:export': { namespace: 'rental-words', key: 'permission.export' },
    },
    routes: [
      route(rentalEndpoints.detail, getRental),
      route(rentalEndpoints.ofCustomer, rentalsOfCustomer),
      route(rentalEndpoints.previewEnd, previewEnd),
      route(rentalEndpoints.end, endByStaff),
      route(rentalEndpoints.refund, refundRental),
      route(rentalEndpoints.answerRefund, answerRentalRefund),
      route(rentalEndpoints.collect, collectAgain),
      route(rentalEndpoints.reviewed, reviewRental),
      route(rentalEndpoints.waiting, countWaiting),
      route(rentalEndpoints.settleRepair, settleRepair),
      route(rentalEndpoints.dismissRepair, dismissRepair),
      route(storefrontRentalEndpoints.cabinets, spotCabinets),
      route(storefrontRentalEndpoints.rent, rent),
      route(storefrontRentalEndpoints.rental, getStorefrontRental),
      route(storefrontRentalEndpoints.history, rentalHistory),
      route(storefrontRentalEndpoints.askRefund, askRefund),
      route(storefrontRentalEndpoints.withdrawRentalRefund, withdrawRentalRefund),
    ],
    subscriptions: [...cabinetReports, ...contradictions, ...paymentReports, ...refundReports],
    schedules: [rentalTimers, addUpCounts('rentals.add-up-counts', rentalCounts)],
    menu: [
      { page: 'rentals/list', kind: rentalKind, under: 'rentals', path: RENTALS, icon: 'order', sort: 61 },
      {
        ...{ page: 'rentals/detail', under: 'rentals', path: `${RENTALS}/:orderNo`, hidden: true, sort: 70 },
        ...{ title: { namespace: 'rentals', key: 'kind.page' }, needs: 'rental:view' },
      },
      {
        ...{ page: 'rentals/refunds', kind: rentalRefunds, under: 'rentals', path: RENTAL_REFUNDS, icon: 'payment' },
        ...{ needs: 'rental:view', sort: 62 },
      },
      {
        ...{ page: 'rentals/repairs', kind: rentalRepairs, under: 'rentals', path: RENTAL_REPAIRS, icon: 'check' },
        ...{ needs: 'rental:view', sort: 63 },
      },
    ],
  },
  rentalList,
  serveList(rentalRefunds, { visible: bySpot }),
  serveList(rentalRepairs, { visible: bySpot }),
);

/** What a person sees of the rentals, over the row `record`: for figures that are those of the list. */
export const rentalsSeenBy = (actor: Actor) => sightOf(rentalList.served, actor);

export { lockPaidRental, type PaidRental } from './paid-rental.ts';
export { rentalBook } from './rental-book.ts';
export { readSoldRental } from './rental-seller.ts';
