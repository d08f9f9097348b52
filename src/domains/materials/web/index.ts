import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { MATERIAL_LIST } from '../contract/addresses.ts';

export const materialsWeb: WebSlice = {
  name: 'materials',
  pages: { 'materials/list': lazyPage(() => import('./material-list-page.tsx')) },
  lists: { 'materials.list': MATERIAL_LIST },
};
