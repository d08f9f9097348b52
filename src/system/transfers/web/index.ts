import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const transfersWeb: WebSlice = {
  name: 'transfers',
  pages: { 'transfers/downloads': lazyPage(() => import('./download-list-page.tsx')) },
};

export { ExportButton, type ExportColumnChoice, type ExportDialogProps } from './export-button.tsx';
export { ImportPage, type ImportPageProps } from './import-page.tsx';
export { TransferNews } from './transfer-news.tsx';
