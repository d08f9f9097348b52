import { ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  ImportJob,
  ImportResultRequest,
  ImportRowsPage,
  ImportRowsRequest,
  OneImportRequest,
  StartImportRequest,
} from './import-job.ts';

/** Calls about the caller's own imports; the permission is that of the call which looked at the file, asked again here. */
export const importEndpoints = {
  one: endpoint({
    method: 'POST',
    path: '/sys/import/one',
    permission: null,
    effect: 'read',
    request: OneImportRequest,
    response: ImportJob,
    summary: 'How far an import is',
  }),
  rows: endpoint({
    method: 'POST',
    path: '/sys/import/rows',
    permission: null,
    effect: 'read',
    request: ImportRowsRequest,
    response: ImportRowsPage,
    summary: 'Rows of an import with their faults and results',
  }),
  start: endpoint({
    method: 'POST',
    path: '/sys/import/start',
    permission: null,
    request: StartImportRequest,
    response: ImportJob,
    summary: 'Takes over the rows of a file that was looked at; asked twice it happens once',
  }),
  stop: endpoint({
    method: 'POST',
    path: '/sys/import/stop',
    permission: null,
    request: OneImportRequest,
    response: ImportJob,
    summary: 'Ends an import after the row under way; what was taken over stays',
  }),
  result: endpoint({
    method: 'POST',
    path: '/sys/import/result',
    permission: null,
    request: ImportResultRequest,
    response: ExportJob,
    summary: 'Starts to make a file of the rows with what became of each',
  }),
};

/** Below the system base. */
export const IMPORT_TEMPLATE = '/sys/import/template';
export const IMPORT_REFUSED = '/sys/import/refused';
