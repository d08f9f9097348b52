import { sql } from 'kysely';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { anyTable, columnOf, fieldsOf, nameIn } from '#platform/records/server/record-rows.ts';
import type { DictionaryTreeNode, DictionaryTreeRequest } from '../contract/dictionary.ts';

/** A level is cut here: who has more searches. */
const MOST_NODES = 500;
const ROOT = '0';

/** Kinds of record that are trees, by `table,text,id` as the older contract names them. */
export type Trees = ReadonlyMap<string, RecordKind>;

export const treesOf = (slices: readonly ServerSlice[]): Trees =>
  new Map(
    slices
      .flatMap((slice) => slice.kinds ?? [])
      .flatMap((kind) => (kind.parentField === undefined ? [] : [[kind.dictionary, kind] as const])),
  );

/**
 * One level of a tree. Table and columns are the name of a kind; the conditions compare its own texts and codes. Nothing that
 * comes from a caller is a name in a statement (system-api.md 7 no. 2).
 */
export async function readTree(
  trees: Trees,
  context: RequestContext,
  request: DictionaryTreeRequest,
): Promise<DictionaryTreeNode[]> {
  const { tableName, text, code, pidField, pid = '', condition } = request;
  const kind = trees.get(`${tableName},${text},${code}`) ?? raise('dictionary.code-malformed');
  const parent = columnOf(kind.parentField ?? '');
  if (pidField && columnOf(pidField) !== parent)
    raise('request.malformed', {}, { faults: [{ path: 'pidField', code: 'fault.format' }] });
  const { actor } = context;
  const permission = kind.permission('view');
  requirePermission(actor, permission);
  const isTop = pid === '' || pid === ROOT;
  if (!isTop && !isUuid(pid)) return [];
  const asked = conditionsOf(kind, condition);
  const rows = await context.read((db) => {
    let query = anyTable(db)
      .selectFrom(`${kind.table} as record`)
      .select(['record.id', nameIn(context.language, kind).as('name')])
      .select((of) =>
        of
          .exists(
            of.selectFrom(`${kind.table} as child`).select('child.id').whereRef(`child.${parent}`, '=', 'record.id'),
          )
          .as('has_child'),
      )
      .where(`record.${parent}`, isTop ? 'is' : '=', isTop ? null : pid);
    for (const [column, value] of asked) query = query.where(sql`${sql.ref(`record.${column}`)}::text`, '=', value);
    return query.orderBy('name').orderBy('record.id').limit(MOST_NODES).execute();
  });
  return rows.map((row) => {
    const id = String(row['id']);
    const node = { key: id, value: id, code: id, title: String(row['name']), parentId: isTop ? ROOT : pid };
    return { ...node, isLeaf: row['has_child'] !== true, icon: null, children: null };
  });
}

const Conditions = z.record(z.string().max(64), z.union([z.string().max(200), z.number()]));

/** Fields of the kind with the values that they are to have. */
function conditionsOf(kind: RecordKind, condition: string | undefined): [column: string, value: string][] {
  if (!condition) return [];
  const malformed = (): never =>
    raise('request.malformed', {}, { faults: [{ path: 'condition', code: 'fault.format' }] });
  const read = Conditions.safeParse(jsonOfText(condition));
  if (!read.success) return malformed();
  const comparable = new Map(
    fieldsOf(kind)
      .filter(([, { kind: type }]) => type === 'text' || type === 'choice')
      .map(([field]) => [columnOf(field), columnOf(field)]),
  );
  return Object.entries(read.data).map(([field, value]) => [
    comparable.get(columnOf(field)) ?? malformed(),
    String(value),
  ]);
}
