import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { RecordPage, RecordQuery } from '#platform/records/contract/record-endpoints.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { Category } from '../contract/categories.ts';
import type { CategoryNode } from '../contract/endpoints.ts';

const ROOT = '0';
/** Above all that one parent can have: a level is never cut. */
const ALL = 1_000_000;

type Served = { readonly served: ServedKind };

/** Categories by the filters of their list, the whole level in the order of codes. */
async function find({ served }: Served, context: RequestContext, asked: RecordQuery): Promise<Category[]> {
  const { pageNo: _, pageSize: __, ...filters } = asked;
  const sorted = { column: 'code', order: 'asc', ...filters, pageNo: 1, pageSize: ALL } as const;
  return (await listRecords(served, context, sorted)).records as unknown as Category[];
}

const parentId = (pid: string | undefined): string => (pid === undefined || pid === '' ? ROOT : pid);

/** Roots; who asks for a name or a code looks through all levels. */
export async function rootList(
  part: Served,
  context: RequestContext,
  asked: RecordQuery,
): Promise<RecordPage<Category>> {
  const isSought = ['name', 'code', 'keyword', 'superQueryParams'].some((filter) => asked[filter]);
  const filters = isSought ? asked : { ...asked, pid: parentId(asked['pid'] as string | undefined) };
  return (await listRecords(part.served, context, filters)) as unknown as RecordPage<Category>;
}

export const childList = (part: Served, context: RequestContext, asked: RecordQuery): Promise<Category[]> =>
  find(part, context, { ...asked, pid: parentId(asked['pid'] as string | undefined) });

export async function childrenOfMany(
  { served }: Served,
  context: RequestContext,
  { parentIds, pageNo, pageSize }: { readonly parentIds: string; readonly pageNo: number; readonly pageSize: number },
): Promise<RecordPage<Category>> {
  const pid = parentIds.split(',').filter((id) => id !== '');
  if (pid.length === 0) return { records: [], total: 0, current: 1, pages: 0, size: pageSize };
  const asked = { pid: pid.join(','), column: 'code', order: 'asc', pageNo, pageSize } as const;
  return (await listRecords(served, context, asked)) as unknown as RecordPage<Category>;
}

/** Says nothing where the code is free to be used below this parent. */
export async function checkCode(
  part: Served,
  context: RequestContext,
  { pid, code }: { readonly pid?: string | undefined; readonly code?: string | undefined },
): Promise<null> {
  if (!code) raise('category.code-empty');
  const parent = pid && pid !== ROOT ? await findOne(part, context, { field: 'id', val: pid }) : undefined;
  if (parent && !code.startsWith(parent.code)) raise('category.code-prefix', { code: parent.code });
  return null;
}

export async function findOne(
  part: Served,
  context: RequestContext,
  { field, val }: { readonly field: 'id' | 'code' | 'name' | 'pid'; readonly val: string },
): Promise<Category> {
  const asked = field === 'id' ? { selections: [val] } : { [field]: literally(val) };
  const [found, second] = await find(part, context, asked);
  if (second) raise('category.several-found');
  return found ?? raise('category.nothing-found');
}

/** As a filter that means these very characters, for `a,b` alone would be one of both. */
const literally = (text: string): string => `eq ${text}`;

export async function treeLevel(
  part: Served,
  context: RequestContext,
  asked: { readonly pid?: string | undefined } & RecordQuery,
): Promise<CategoryNode[]> {
  return (await find(part, context, { ...asked, pid: parentId(asked.pid) })).map((row) => toNode(row, null));
}

/** Below a code, the whole tree at once where `async` is false. */
export async function treeRoot(
  part: Served,
  context: RequestContext,
  { async, pcode }: { readonly async: boolean; readonly pcode?: string | undefined },
): Promise<CategoryNode[]> {
  const pid = await idOfCode(part, context, pcode);
  if (async) return treeLevel(part, context, { pid });
  const rows = await find(part, context, pid === ROOT ? {} : { code: `${pcode}*` });
  const byParent = Map.groupBy(rows, (row) => String(row.pid));
  const grown = (id: string): CategoryNode[] =>
    (byParent.get(id) ?? []).map((row) => toNode(row, row.hasChild === '1' ? grown(row.id) : null));
  return grown(pid);
}

const Condition = z.strictObject({ name: z.string().max(200).optional(), code: z.string().max(200).optional() });

export async function treeData(
  part: Served,
  context: RequestContext,
  asked: {
    readonly pid?: string | undefined;
    readonly pcode?: string | undefined;
    readonly condition?: string | undefined;
  },
): Promise<CategoryNode[]> {
  const { pcode, condition } = asked;
  const pid = asked.pid || (await idOfCode(part, context, pcode));
  if (!condition) return treeLevel(part, context, { pid });
  const read = Condition.safeParse(jsonOfText(condition));
  if (!read.success)
    throw new Problem('request.malformed', {}, { faults: [{ path: 'condition', code: 'fault.format' }] });
  return treeLevel(part, context, { pid, ...read.data });
}

async function idOfCode(part: Served, context: RequestContext, code: string | undefined): Promise<string> {
  if (code === undefined || code === '' || code === ROOT) return ROOT;
  const [found] = await find(part, context, { code: literally(code) });
  return found?.id ?? raise('category.code-unknown', { code });
}

const toNode = ({ id, name, code, pid, hasChild }: Category, children: CategoryNode[] | null): CategoryNode => ({
  ...{ key: id, value: id, title: name, code, parentId: pid ?? ROOT, isLeaf: hasChild !== '1' },
  ...{ icon: null, children },
});

/** In the order of the question; what is unknown is left out, or stays its id. */
export async function namesOf(
  part: Served,
  context: RequestContext,
  { ids, delNotExist }: { readonly ids: string; readonly delNotExist: boolean },
): Promise<string[]> {
  const asked = ids.split(',').filter((id) => id !== '');
  const rows = asked.some(isUuid) ? await find(part, context, { selections: asked }) : [];
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return asked.flatMap((id) => names.get(id) ?? (delNotExist ? [] : [id]));
}

export async function allOptions(
  part: Served,
  context: RequestContext,
  { code }: { readonly code?: string | undefined },
) {
  const rows = await find(part, context, code && code !== ROOT ? { code: `${code}*` } : {});
  return rows.map(({ id, name }) => ({ value: id, text: name, title: name }));
}
