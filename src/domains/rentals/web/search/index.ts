import { call } from '#platform/http/web/call.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { rentalPage } from '../../contract/addresses.ts';
import { rentals } from '../../contract/rental-list.ts';

/** Rentals by number, power bank, cabinet or customer. */
export const rentalSearcher: RecordSearcher = {
  kind: 'rentals',
  permission: rentals.permission('view'),
  icon: 'battery',
  async find(text, signal) {
    const page = await call(rentals.endpoints.page, { keyword: text, pageSize: 5 }, { signal, notices: 'none' });
    return page.records.map((rental) => ({
      title: rental.orderNo,
      hint: rental.cabinetName,
      to: rentalPage(rental.orderNo),
    }));
  },
};
