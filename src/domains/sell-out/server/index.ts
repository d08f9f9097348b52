import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { SELL_OUT_LIST } from '../contract/addresses.ts';
import { offerEndpoints, switchGoodsEndpoints } from '../contract/endpoints.ts';
import { listSellOut } from './list-sell-out.ts';
import { switchGoods } from './switch-goods.ts';

export const sellOut: ServerSlice = {
  name: 'sell-out',
  about: 'Which robot offers which goods, what is sold out and why, and switching goods on and off.',
  routes: [
    ...Object.values(offerEndpoints).map((endpoint) => route(endpoint, listSellOut)),
    ...Object.values(switchGoodsEndpoints).map((endpoint) => route(endpoint, switchGoods)),
  ],
  menu: [
    {
      page: 'sell-out/board',
      under: 'goods',
      path: SELL_OUT_LIST,
      title: { namespace: 'sell-out', key: 'title' },
      needs: 'beverage:view',
      icon: 'power',
      sort: 51,
    },
  ],
};
