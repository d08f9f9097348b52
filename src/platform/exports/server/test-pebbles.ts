import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { EXPORT_FORMATS, EXPORT_SEPARATORS, ExportJob } from '../contract/export-job.ts';
import { defineExport, type RowSource } from './define-export.ts';
import { startExport } from './start-export.ts';

/** Pebbles: a kind of file whose rows do what a test wants. */
const PebbleRequest = z.strictObject({ colour: z.string().optional() });

/** Where the rows come from; each test puts there what it needs. */
export const pebbleRows: { open: (colour: string | undefined) => RowSource<string> } = {
  open: () => ({ total: 0, batches: batches() }),
};

export async function* batches(...all: string[][]) {
  yield* all;
}

const pebbleExport = defineExport({
  kind: 'pebbles',
  namespace: 'pebbles',
  permission: 'pebble:export',
  request: PebbleRequest,
  columns: { name: (name: string) => name, size: (name, form) => form.number(name.length) },
  open: async (_db, { colour }) => pebbleRows.open(colour),
});

export const exportPebbles = endpoint({
  method: 'POST',
  path: '/sys/pebbles/export',
  permission: 'pebble:export',
  request: z.strictObject({
    ...PebbleRequest.shape,
    format: z.enum(EXPORT_FORMATS),
    separator: z.enum(EXPORT_SEPARATORS).optional(),
    columns: z.array(z.string()).optional(),
  }),
  response: ExportJob,
  summary: 'Starts a file of pebbles',
});

export const pebbles: ServerSlice = {
  name: 'pebbles',
  routes: [
    route(exportPebbles, (context, { format, separator, columns, ...request }) =>
      startExport(context, pebbleExport, { format, separator, columns, request }),
    ),
  ],
  exports: [pebbleExport],
};
