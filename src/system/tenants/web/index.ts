import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

/** Settings of the tenant: two forms with sections, and a page for each of storage, mail and text messages. */
export const tenantsWeb: WebSlice = {
  name: 'tenants',
  pages: {
    'tenants/settings': lazyPage(() => import('./settings/tenant-settings-page.tsx')),
    'tenants/config': lazyPage(() => import('./settings/tenant-config-page.tsx')),
    'tenants/storage': lazyPage(() => import('./settings/storage-page.tsx')),
    'tenants/email': lazyPage(() => import('./settings/email-page.tsx')),
    'tenants/sms': lazyPage(() => import('./settings/sms-page.tsx')),
  },
};
