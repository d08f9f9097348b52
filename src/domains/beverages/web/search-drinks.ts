import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { beverageEndpoints } from '../contract/endpoints.ts';

/** Drinks by part of their name in either language; what is known of them are their orders. */
export const drinkSearcher: RecordSearcher = {
  kind: 'drinks',
  permission: beverageEndpoints.list.permission,
  icon: 'coffee',
  async find(text, signal) {
    const page = await call(beverageEndpoints.list, { name: text, pageSize: 5 }, { signal, notices: 'none' });
    return page.records.map((drink) => ({
      title: readersName(drink),
      hint: drink.menuName,
      to: `/orders/list?goodsId=${encodeURIComponent(drink.id)}`,
    }));
  },
};
