import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const auditChainWeb: WebSlice = {
  name: 'audit-chain',
  pages: { 'audit-chain/state': lazyPage(() => import('./audit-chain-page.tsx')) },
};
