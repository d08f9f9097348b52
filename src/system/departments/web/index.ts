import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const departmentsWeb: WebSlice = {
  name: 'departments',
  pages: {
    'departments/tree': lazyPage(() => import('./department-page.tsx')),
    'departments/mine': lazyPage(() => import('./my-departments-page.tsx')),
  },
};
