import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { REFUND_LIST } from '../../contract/addresses.ts';

/** Its page alone: what others show of refunds stands behind the other door. */
export const refundsWeb: WebSlice = {
  name: 'refunds',
  pages: { 'refunds/list': lazyPage(() => import('../refund-list-page.tsx')) },
  lists: { 'refund-list.list': REFUND_LIST },
};
