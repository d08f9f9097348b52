import type { RequestContext } from '#platform/context/server/request-context.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { DATA_LOG, LOGIN_LOG, OPERATION_LOG } from '../contract/addresses.ts';
import { dataLog } from '../contract/data-log.ts';
import { logEndpoints, logProblems } from '../contract/endpoints.ts';
import { loginLog } from '../contract/login-log.ts';
import { EXPORTS_LOGS, operationLog } from '../contract/operation-log.ts';
import { visitEndpoints } from '../contract/visits.ts';
import { logArchives } from './archives.ts';
import { compareVersions, listVersions, versionsOf } from './data-log.ts';
import { logins, operations, versionList } from './lists.ts';
import { type LogWords, logWords } from './log-words.ts';
import { olderLog } from './older-log.ts';
import { compareTwo, readChanges, readVersion } from './read-changes.ts';
import { visitDays, visitSums } from './visits.ts';

/** Logs are views of what is kept for good: nobody deletes a line (settled 27). */
const refuse = async (_context: RequestContext): Promise<null> => raise('log.kept');

/** What people did and when they came; `declaring`, asked with the first call, says what records and rights are called. */
export function logSlice(declaring: () => readonly ServerSlice[]): ServerSlice {
  let known: LogWords | undefined;
  const words = (): LogWords => (known ??= logWords(declaring()));
  return sliceOf(
    {
      name: 'logs',
      about: 'Who did what and what it changed; logins; versions of records. Nothing of it can be deleted.',
      problems: logProblems,
      permissions: {
        'log:view': { namespace: 'log-words', key: 'permission.view' },
        [EXPORTS_LOGS]: { namespace: 'log-words', key: 'permission.export' },
      },
      menu: [
        {
          ...{ page: 'logs/operations', kind: operationLog, under: 'isystem', path: OPERATION_LOG },
          ...{ icon: 'list', sort: 97 },
        },
        {
          ...{ page: 'logs/logins', kind: loginLog, under: 'isystem', path: LOGIN_LOG },
          ...{ icon: 'users', sort: 98 },
        },
        {
          ...{ page: 'logs/versions', kind: dataLog, under: 'isystem', path: DATA_LOG },
          ...{ icon: 'copy', sort: 99 },
        },
      ],
      archives: logArchives,
      routes: [
        route(logEndpoints.list, (context, request) => olderLog(context, request, words())),
        route(logEndpoints.delete, refuse),
        route(logEndpoints.deleteBatch, refuse),
        route(logEndpoints.changes, (context, request) => readChanges(context, request, words())),
        route(logEndpoints.version, (context, request) => readVersion(context, request, words())),
        route(logEndpoints.compare, (context, request) => compareTwo(context, request, words())),
        route(logEndpoints.kinds, async ({ language }) => words().kinds(language)),
        route(logEndpoints.dataList, listVersions),
        route(logEndpoints.dataVersions, versionsOf),
        route(logEndpoints.dataCompare, compareVersions),
        route(visitEndpoints.sums, visitSums),
        route(visitEndpoints.days, visitDays),
      ],
    },
    operations,
    logins,
    versionList,
  );
}
