import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import { EXPORT_FORMATS } from '#platform/exports/contract/export-job.ts';
import { csvBytes, xlsxBytes } from '#platform/exports/server/spreadsheet-bytes.ts';
import { fileHeaders } from '#platform/files/rules/stored-file.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import type { CellRule, ImportDefinition } from './define-import.ts';
import type { ImportDefinitions } from './own-imports.ts';

/** Longer than any text may be. */
const LONGEST = 100_000;

export const TemplateQuery = z.object({
  kind: z.string().max(40),
  format: z.enum(EXPORT_FORMATS),
  language: z.enum(LANGUAGES),
});

/** An empty table with the head row and one example; a workbook says on a second sheet what each column takes. */
export function sendTemplate(definitions: ImportDefinitions) {
  return async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = TemplateQuery.safeParse(request.query);
    const definition = asked.success ? definitions.get(asked.data.kind) : undefined;
    if (!asked.success || !definition) return raise('import.not-found');
    const { format, language } = asked.data;
    const texts = sliceTexts(definition.namespace, language);
    const columns = Object.entries(definition.columns);
    const sheet = {
      columns: columns.map(([key]) => texts(`field.${key}`)),
      batches: oneBatch([columns.map(([, { example }]) => example)]),
    };
    const name = texts(definition.title ?? 'list.title');
    const bytes =
      format === 'csv'
        ? csvBytes(sheet)
        : xlsxBytes(sheet, { name }, await fieldsSheet(services, definition, language));
    return reply.headers(fileHeaders(format, name)).send(await buffer(bytes));
  };
}

async function* oneBatch<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}

async function fieldsSheet(services: Services, definition: ImportDefinition, language: Language) {
  const words = (code: string): string => wordsOf(code, {}, language);
  const texts = sliceTexts(definition.namespace, language);
  const columns = Object.entries(definition.columns);
  const items = await findItems(
    services,
    columns.flatMap(([, { allowed = [] }]) => allowed),
  );
  const sentence = (rule: CellRule): string => {
    if ('code' in rule) return wordsOf(rule.code, rule.params, language);
    const values = rule.values.map((value) => {
      const item = items.find((one) => one.code === rule.dictionary && one.value === String(value));
      return item ? localName(language, item.text_en, item.text_zh) : String(value);
    });
    return wordsOf('fault.value', { values: values.join(', ') }, language);
  };
  const rows = columns.map(([key, { needed, example, allowed }]) => [
    texts(`field.${key}`),
    words(needed ? 'import.fields.yes' : 'import.fields.no'),
    (allowed ?? textRules(definition.row, key)).map(sentence).join('; '),
    example,
  ]);
  const head = ['import.fields.name', 'import.fields.required', 'import.fields.allowed', 'import.fields.example'];
  return { name: words('import.fields.sheet'), columns: head.map(words), batches: oneBatch(rows) };
}

function findItems({ database }: Services, rules: readonly CellRule[]) {
  const codes = rules.flatMap((rule) => ('dictionary' in rule ? [rule.dictionary] : []));
  if (codes.length === 0) return [];
  return database.identity((db) =>
    db
      .selectFrom('dictionary_item')
      .select(['code', 'value', 'text_en', 'text_zh'])
      .where('code', 'in', [...new Set(codes)])
      .execute(),
  );
}

/** How long a text may be, as the row's schema says it. */
function textRules(row: z.ZodType, column: string): readonly CellRule[] {
  const issues = row.safeParse({ [column]: 'x'.repeat(LONGEST) }).error?.issues ?? [];
  const tooLong = issues.find(({ code, path }) => code === 'too_big' && path[0] === column);
  if (tooLong?.code !== 'too_big') return [];
  return [{ code: 'import.cell.text', params: { maximum: String(tooLong.maximum) } }];
}
