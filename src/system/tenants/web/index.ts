import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

const settings = () => import('./settings/settings-pages.tsx');

/** Settings of the tenant as they are, readable and complete; they are changed through the calls of the tenant family. */
export const tenantsWeb: WebSlice = {
  name: 'tenants',
  pages: {
    'tenants/settings': lazyPage(() => settings().then((page) => ({ default: page.TenantSettingsPage }))),
    'tenants/storage': lazyPage(() =>
      import('./settings/storage-page.tsx').then((page) => ({ default: page.StoragePage })),
    ),
    'tenants/email': lazyPage(() => settings().then((page) => ({ default: page.EmailPage }))),
    'tenants/sms': lazyPage(() => settings().then((page) => ({ default: page.SmsPage }))),
  },
  searcher: () => import('./settings/search-settings.ts').then((module) => module.settingSearcher),
};
