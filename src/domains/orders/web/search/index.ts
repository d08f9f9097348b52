import { call } from '#platform/http/web/call.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { orderAddress } from '../../contract/addresses.ts';
import { orderEndpoints } from '../../contract/endpoints.ts';

/** Orders by number, its beginning or its last digits, the robot's IMEI or a pickup code. */
export const orderSearcher: RecordSearcher = {
  kind: 'orders',
  permission: orderEndpoints.page.permission,
  icon: 'order',
  all: (text) => `/orders/list?search=${encodeURIComponent(text)}`,
  async find(text, signal) {
    const page = await call(orderEndpoints.page, { search: text, pageSize: 5 }, { signal, notices: 'none' });
    return page.records.map((order) => ({
      title: order.orderNo,
      hint: order.spotName ?? '',
      to: orderAddress(order.orderNo),
    }));
  },
};
