import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { TENANT_LIST } from '../contract/addresses.ts';

export const tenantRegisterWeb: WebSlice = {
  name: 'tenant-register',
  pages: { 'tenant-register/list': lazyPage(() => import('./tenant-list-page.tsx')) },
  lists: { 'tenant-register.list': TENANT_LIST },
};
