import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { LOG_DOWNLOADS } from '../contract/addresses.ts';

export const logDownloadsWeb: WebSlice = {
  name: 'log-downloads',
  pages: { 'devices/log-downloads': lazyPage(() => import('./log-download-page.tsx')) },
  lists: { 'log-downloads.list': LOG_DOWNLOADS },
};
