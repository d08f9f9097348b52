import { lazy } from 'react';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

/** Fetched with the page that shows it: this door is part of the frame. */
export const ImportPage = lazy(() => import('./import-page.tsx'));

export const transfersWeb: WebSlice = {
  name: 'transfers',
  pages: { 'transfers/downloads': lazyPage(() => import('./download-list-page.tsx')) },
};

export {
  ExportButton,
  type ExportColumnChoice,
  type ExportDialogProps,
  ExportSelectedButton,
} from './export-button.tsx';
export { followLink } from './follow-link.ts';
export type { ImportPageProps } from './import-page.tsx';
export { TransferNews } from './transfer-news.tsx';
