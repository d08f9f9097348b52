import { fullPath } from '#platform/http/contract/endpoint.ts';
import { rawRoute, route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { resumeSchedule } from '#platform/jobs/server/resume-schedule.ts';
import { IMPORT_REFUSED, IMPORT_TEMPLATE, importEndpoints } from '../contract/endpoints.ts';
import { importProblems } from '../contract/problems.ts';
import { importResultExport } from './import-result.ts';
import { sendTemplate, TemplateQuery } from './import-template.ts';
import type { Importers } from './importers.ts';
import { exportImportResult, getImport, pageImportRows, startImport, stopImport } from './own-imports.ts';
import { RefusedRowsQuery, sendRefusedRows } from './refused-rows.ts';
import { importRunner, runImportJob } from './run-import.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

/** Tables that people brought along may hold anything; they go after seven days, taken over or not. */
const purgeImports = defineSchedule({
  name: 'imports.purge',
  expression: '0 28 * * * ?',
  missed: 'once',
  run: async (services) => {
    const before = new Date(services.clock.now().getTime() - KEPT_MS);
    await services.database.acrossTenants('tables that were kept long enough', (db) =>
      db.deleteFrom('import_job').where('created_at', '<=', before).where('state', '<>', 'running').execute(),
    );
  },
});

export const resumeImports = resumeSchedule({
  name: 'imports.resume',
  expression: '55 * * * * ?',
  job: runImportJob,
  dataOf: (id) => ({ id }),
  open: (db) => db.selectFrom('import_job').select(['tenant_id', 'id']).where('state', '=', 'running').execute(),
});

/** Imports of everything that the slices take in. */
export function importsSlice(slices: readonly ServerSlice[], importers: Importers): ServerSlice {
  const definitions = new Map(slices.flatMap((slice) => slice.imports ?? []).map((one) => [one.kind, one]));
  const results = new Map([...definitions].map(([kind, definition]) => [kind, importResultExport(definition)]));
  return {
    name: 'imports',
    about: 'Tables that people bring along: checked row by row first, then taken over.',
    routes: [
      route(importEndpoints.one, getImport),
      route(importEndpoints.rows, pageImportRows),
      route(importEndpoints.start, startImport(definitions)),
      route(importEndpoints.stop, stopImport),
      route(importEndpoints.result, exportImportResult(definitions, results)),
    ],
    rawRoutes: [
      rawRoute({
        method: 'GET',
        path: fullPath(IMPORT_TEMPLATE),
        openBecause: 'a head row and an example are the same for everybody',
        summary: 'The template of an import: an empty table with the head row and one example',
        query: TemplateQuery,
        answers: { type: 'application/octet-stream' },
        handle: sendTemplate(definitions),
      }),
      rawRoute({
        method: 'GET',
        path: fullPath(IMPORT_REFUSED),
        openBecause:
          'a link that the browser opens carries no headers: its signature names tenant, person, import and end',
        summary: 'The rows that an import refused, each with its reason, by a signed address',
        query: RefusedRowsQuery,
        answers: { type: 'application/octet-stream', alsoRefused: ['Forbidden'] },
        handle: sendRefusedRows(definitions, results, importers.findPerson),
      }),
    ],
    problems: importProblems,
    jobs: [importRunner(definitions, importers)],
    schedules: [resumeImports, purgeImports],
    exports: [...results.values()],
  };
}
