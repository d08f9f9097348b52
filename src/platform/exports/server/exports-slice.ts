import { fullPath } from '#platform/http/contract/endpoint.ts';
import { rawRoute, route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { EXPORT_FILE, exportEndpoints } from '../contract/endpoints.ts';
import { exportProblems } from '../contract/problems.ts';
import { exportMail } from './export-mail.ts';
import {
  describeExport,
  ExportFileQuery,
  linkExport,
  pageExports,
  removeExport,
  retryExport,
  sendExportFile,
} from './own-exports.ts';
import type { Owners } from './owners.ts';
import { exportRunner } from './run-export.ts';
import { failStalledExports, purgeExports } from './watchdog.ts';

/** Files of everything that the slices export; `owners` knows whose they are and notifies them. */
export function exportsSlice(slices: readonly ServerSlice[], owners: Owners): ServerSlice {
  const definitions = new Map(slices.flatMap((slice) => slice.exports ?? []).map((one) => [one.kind, one]));
  return {
    name: 'exports',
    about: 'Files of everything that can be exported: made in the background, fetched by a signed address.',
    routes: [
      route(exportEndpoints.page, pageExports(definitions)),
      route(exportEndpoints.words, describeExport(definitions)),
      route(exportEndpoints.retry, retryExport(definitions)),
      route(exportEndpoints.remove, removeExport),
      route(exportEndpoints.link, linkExport(definitions)),
    ],
    rawRoutes: [
      rawRoute({
        method: 'GET',
        path: fullPath(EXPORT_FILE),
        openBecause:
          'a link that the browser opens carries no headers: its signature names tenant, person, file and end',
        summary: 'A file that was exported, by its signed address',
        query: ExportFileQuery,
        answers: { type: 'application/octet-stream', alsoRefused: ['Forbidden'] },
        handle: sendExportFile(definitions, owners.findPerson),
      }),
    ],
    problems: exportProblems,
    jobs: [exportRunner(definitions, owners)],
    scheduledWork: [exportMail(definitions)],
    schedules: [failStalledExports(owners), purgeExports],
  };
}
