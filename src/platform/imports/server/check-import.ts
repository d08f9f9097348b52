import type { RequestContext } from '#platform/context/server/request-context.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { faultsOf } from '#platform/http/server/faults.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { problemTexts, wordsOf } from '#platform/problems/server/words-of-problem.ts';
import type { CheckImportRequest, ImportFault, ImportJob } from '../contract/import-job.ts';
import { beginOfCell, isTooLong, MAX_CELL_LENGTH } from '../rules/long-cell.ts';
import type { ImportDefinition, NumberedRow, WrittenCells } from './define-import.ts';
import { findImport, insertImport, toImportJob } from './import-store.ts';
import { readTable, type TableFile } from './read-table.ts';

/** Looks at every row of a file and keeps what it saw; nothing is taken over yet. */
export async function checkImport(
  context: RequestContext,
  definition: ImportDefinition,
  { file }: CheckImportRequest,
): Promise<ImportJob> {
  if (definition.steppedUp) requireStepUp(context);
  const { language, actor } = context;
  const { buffer, byteOffset, byteLength } = file.bytes;
  const columnOf = columnsByHead(definition);
  const needed = Object.entries(definition.columns).flatMap(([column, one]) => (one.needed ? [column] : []));
  const isHead = (cells: readonly string[]): boolean => {
    const known = new Set(cells.map((cell) => columnOf.get(cell.toLowerCase())));
    return needed.every((column) => known.has(column));
  };
  const table = await readTable(Buffer.from(buffer, byteOffset, byteLength), definition.limits.rows, isHead);
  const { places, ignored } = readHead(definition, table.head, columnOf, context.language);
  const faults = new Map<number, ImportFault[]>();
  const say = (rowNo: number, column: string, message: string): void => {
    const all = faults.get(rowNo) ?? [];
    if (!all.some((fault) => fault.column === column)) faults.set(rowNo, [...all, { column, message }]);
  };
  const cells = new Map<number, Record<string, string>>();
  const good: NumberedRow<unknown>[] = [];
  const others: NumberedRow<WrittenCells>[] = [];
  for (const { rowNo, cells: texts } of table.rows) {
    const row = Object.fromEntries([...places].map(([column, at]) => [column, texts[at] ?? '']));
    for (const [column, text] of Object.entries(row)) {
      if (!isTooLong(text)) continue;
      const maximum = MAX_CELL_LENGTH.toLocaleString(language);
      say(rowNo, column, wordsOf('import.row.cell-too-long', { maximum }, language));
      row[column] = beginOfCell(text);
    }
    cells.set(rowNo, row);
    const given = Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''));
    const parsed = definition.row.safeParse(given, { reportInput: true });
    if (parsed.success && !faults.has(rowNo)) good.push({ rowNo, row: parsed.data });
    else others.push({ rowNo, row: given });
    if (!parsed.success)
      for (const { path, message } of faultsOf(parsed.error.issues, problemTexts(), language))
        say(rowNo, path, message);
  }
  const found = [await definition.check(context, good), (await definition.checkCells?.(context, others)) ?? []];
  for (const fault of found.flat()) say(fault.rowNo, fault.column, wordsOf(fault.code, fault.params, language));

  return context.transaction(async (tx) => {
    const id = newId();
    const rows = [...cells].map(([rowNo, row]) => ({ rowNo, cells: row, faults: faults.get(rowNo) ?? [] }));
    const { kind } = definition;
    const fileName = file.name;
    const columns = [...places.keys()];
    await insertImport(tx.db, {
      id,
      kind,
      requestedBy: actor.id,
      fileName,
      language,
      columns,
      ignored,
      rows,
      at: tx.now(),
    });
    await tx.audit({
      action: definition.permission,
      objectKind: 'import',
      objectId: id,
      after: { kind, fileName, rows: rows.length, checked: true },
    });
    return toImportJob((await findImport(tx.db, id, actor.id)) ?? raise('import.not-found'));
  });
}

/** Heads are known by their key and by their text in either language, whatever case they are in. */
function columnsByHead(definition: ImportDefinition): ReadonlyMap<string, string> {
  const columnOf = new Map<string, string>();
  for (const column of Object.keys(definition.columns)) {
    columnOf.set(column.toLowerCase(), column);
    for (const language of LANGUAGES)
      columnOf.set(sliceTexts(definition.namespace, language)(`field.${column}`).toLowerCase(), column);
  }
  return columnOf;
}

function readHead(
  definition: ImportDefinition,
  head: TableFile['head'],
  columnOf: ReadonlyMap<string, string>,
  language: Language,
) {
  const places = new Map<string, number>();
  const ignored: string[] = [];
  for (const [at, text] of head.entries()) {
    const column = columnOf.get(text.toLowerCase());
    if (column === undefined) {
      if (text !== '') ignored.push(text.slice(0, 100));
    } else if (places.has(column)) raise('import.column-twice', { column: text });
    else places.set(column, at);
  }
  for (const [column, { needed }] of Object.entries(definition.columns)) {
    const text = sliceTexts(definition.namespace, language)(`field.${column}`);
    if (needed && !places.has(column)) raise('import.column-missing', { column: text });
  }
  return { places, ignored };
}
