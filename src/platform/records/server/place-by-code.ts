import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { RecordKind } from '../contract/define-records.ts';
import { treeCodeOf } from '../rules/record-cells.ts';
import { codeAbove } from '../rules/tree-code.ts';
import type { Values } from './import-rows.ts';
import { anyTable, columnOf } from './record-rows.ts';

/**
 * Rows of a tree that name a code and no parent stand below the record whose code is right above theirs (system-api.md 5.4).
 * `alongside`: codes of the same file, whose records come first; then the parent is that code until its record is there.
 */
export async function placeByCode(
  kind: RecordKind,
  context: RequestContext,
  rows: readonly Values[],
  alongside: ReadonlySet<string> = new Set(),
): Promise<{ values: Values; fault?: { column: string; code: string } }[]> {
  const { parentField = '' } = kind;
  const codeField = treeCodeOf(kind);
  const aboveOf = (row: Values): string =>
    codeField === undefined || row[parentField] !== undefined ? '' : codeAbove(String(row[codeField] ?? ''));
  const wanted = [...new Set(rows.map(aboveOf).filter((code) => code !== ''))];
  const ids = codeField === undefined ? new Map<string, string>() : await idsOf(kind, context, codeField, wanted);
  return rows.map((row) => {
    const above = aboveOf(row);
    if (above === '') return { values: row };
    const parent = ids.get(above) ?? (alongside.has(above) ? above : undefined);
    if (parent !== undefined) return { values: { ...row, [parentField]: parent } };
    return { values: row, fault: { column: codeField ?? '', code: 'record.reference-unknown' } };
  });
}

async function idsOf(
  kind: RecordKind,
  context: RequestContext,
  codeField: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const column = columnOf(codeField);
  const rows = await context.read((db) =>
    anyTable(db)
      .selectFrom(kind.table)
      .select(['id', `${column} as code`])
      .where(column, 'in', [...codes])
      .execute(),
  );
  return new Map(rows.map((row) => [String(row['code']), String(row['id'])]));
}
