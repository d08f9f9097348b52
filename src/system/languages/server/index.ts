import type { ServerSlice } from '#platform/http/server/slice.ts';
import { languageProblems } from '../contract/problems.ts';
import { completeness } from './completeness.ts';
import { languageRoutes } from './routes.ts';

export const languages: ServerSlice = {
  name: 'languages',
  about: 'Languages of the console, and texts that replace the built-in ones.',
  problems: languageProblems,
  rootOnly: ['language:view', 'language:edit'],
  permissions: {
    'language:view': { namespace: 'languages', key: 'kind.may.view' },
    'language:edit': { namespace: 'languages', key: 'kind.may.edit' },
  },
  menu: [
    {
      group: 'languages',
      title: { namespace: 'languages', key: 'kind.menu' },
      path: '/languages',
      redirect: '/languages/list',
      icon: 'globe',
      sort: 105,
    },
    {
      page: 'languages/list',
      under: 'languages',
      path: '/languages/list',
      title: { namespace: 'languages', key: 'list.title' },
      needs: 'language:view',
      icon: 'globe',
      sort: 106,
    },
    {
      page: 'languages/packs',
      under: 'languages',
      path: '/languages/packs',
      title: { namespace: 'languages', key: 'packs.title' },
      needs: 'language:view',
      icon: 'edit',
      sort: 107,
    },
  ],
  routes: languageRoutes,
  scheduledWork: [completeness],
};
