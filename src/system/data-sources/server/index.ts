import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { dataQueries, dataSources } from '../contract/data-sources.ts';
import { dataSourceEndpoints, dataSourceProblems } from '../contract/endpoints.ts';
import { queryDictionary } from './query-dictionary.ts';
import { exportQuery, queryExport } from './query-export.ts';
import { previewQuery, servedQueries } from './serve-queries.ts';
import { servedSources } from './serve-sources.ts';
import { renewSourceSecrets } from './source-secret.ts';
import { closeSources } from './sources.ts';
import { tryConnection } from './try-connection.ts';

const ACTIONS = ['view', 'add', 'edit', 'delete'] as const;

export const dataSourceSlice: ServerSlice = sliceOf(
  {
    name: 'data-sources',
    about:
      'Databases of others that dictionaries and exports read from, and the statements that do. The administrator alone.',
    problems: dataSourceProblems,
    rootOnly: [dataSources, dataQueries].flatMap((kind) => ACTIONS.map((action) => kind.permission(action))),
    menu: [
      {
        ...{ page: 'data-sources/list', kind: dataSources, under: 'isystem', path: '/isystem/data-source' },
        ...{ icon: 'folder', sort: 101 },
      },
      {
        ...{ page: 'data-sources/queries', kind: dataQueries, under: 'isystem', path: '/isystem/data-query' },
        ...{ icon: 'table', sort: 102 },
      },
    ],
    routes: [
      route(dataSourceEndpoints.test, tryConnection),
      route(dataSourceEndpoints.preview, previewQuery),
      route(dataSourceEndpoints.exportRows, exportQuery),
    ],
    exports: [queryExport],
    dictionarySources: [queryDictionary],
    renewSecrets: renewSourceSecrets,
    start: async (services) => () => closeSources(services),
  },
  servedSources,
  servedQueries,
);
