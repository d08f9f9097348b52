import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ExportJob, ExportLink, ExportPage, ExportPageRequest, ExportWords, OneExportRequest } from './export-job.ts';

/**
 * Calls about the caller's own files. They need no permission of their own: whether a person may have what is in a file
 * is the permission of the call that starts it, asked again for each of these (security 11.4).
 */
export const exportEndpoints = {
  page: endpoint({
    method: 'POST',
    path: '/sys/export/page',
    permission: null,
    effect: 'read',
    request: ExportPageRequest,
    response: ExportPage,
    summary: 'Files that the caller asked for, newest first; with `export:view-all` those of everybody too',
  }),
  words: endpoint({
    method: 'POST',
    path: '/sys/export/words',
    permission: null,
    effect: 'read',
    request: OneExportRequest,
    response: ExportWords,
    summary: 'Which columns, filters and time zone a file is made of, in words',
  }),
  retry: endpoint({
    method: 'POST',
    path: '/sys/export/retry',
    permission: null,
    request: OneExportRequest,
    response: ExportJob,
    summary: 'Makes a file anew whose making failed',
  }),
  remove: endpoint({
    method: 'POST',
    path: '/sys/export/remove',
    permission: null,
    request: OneExportRequest,
    response: z.null(),
    summary: 'Throws a file away, or stops making it',
  }),
  link: endpoint({
    method: 'POST',
    path: '/sys/export/link',
    permission: null,
    effect: 'read',
    request: OneExportRequest,
    response: ExportLink,
    summary: 'A signed address of a file, good for ten minutes',
  }),
};

/** Below the system base. */
export const EXPORT_FILE = '/sys/export/file';
