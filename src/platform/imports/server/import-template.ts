import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import { EXPORT_FORMATS } from '#platform/exports/contract/export-job.ts';
import { csvBytes, xlsxBytes } from '#platform/exports/server/spreadsheet-bytes.ts';
import { fileHeaders } from '#platform/files/rules/stored-file.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ImportDefinitions } from './own-imports.ts';

export const TemplateQuery = z.object({
  kind: z.string().max(40),
  format: z.enum(EXPORT_FORMATS),
  language: z.enum(LANGUAGES),
});

/** An empty table with the head row and one example. */
export function sendTemplate(definitions: ImportDefinitions) {
  return async (_services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = TemplateQuery.safeParse(request.query);
    const definition = asked.success ? definitions.get(asked.data.kind) : undefined;
    if (!asked.success || !definition) return raise('import.not-found');
    const { format, language } = asked.data;
    const texts = sliceTexts(definition.namespace, language);
    const columns = Object.entries(definition.columns);
    async function* batches() {
      yield [columns.map(([, { example }]) => example)];
    }
    const sheet = { columns: columns.map(([key]) => texts(`field.${key}`)), batches: batches() };
    const name = texts(definition.title ?? 'list.title');
    const bytes = await buffer(format === 'csv' ? csvBytes(sheet) : xlsxBytes(sheet, { name }));
    return reply.headers(fileHeaders(format, name)).send(bytes);
  };
}
