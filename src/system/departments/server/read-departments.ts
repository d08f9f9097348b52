import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type {
  DepartmentIdNode,
  DepartmentLevelRequest,
  DepartmentNode,
  ParentIds,
  ParentIdsRequest,
  SearchDepartmentsRequest,
} from '../contract/endpoints.ts';
import { byOrder, codesOnTheWay, type DepartmentLeaf, departmentTree, type Tree } from '../rules/department-tree.ts';
import { managedCodes } from './department-store.ts';

/** What a node says as the record does. */
type Facts = Pick<
  DepartmentNode,
  'orgCategory' | 'orgType' | 'mobile' | 'fax' | 'address' | 'memo' | 'description' | 'status'
>;

interface Leaf extends DepartmentLeaf {
  readonly name: string;
  readonly hasChildren: boolean;
  readonly facts: Facts;
}

const MOST_FOUND = 100;

const departments = (db: TenantDb) =>
  db
    .selectFrom('department')
    .select((of) => [
      'department.id',
      'department.parent_id',
      'department.name',
      'department.org_code',
      'department.sort',
      'department.org_category',
      'department.org_type',
      'department.mobile',
      'department.fax',
      'department.address',
      'department.memo',
      'department.description',
      'department.status',
      of
        .exists(
          of.selectFrom('department as child').select('child.id').whereRef('child.parent_id', '=', 'department.id'),
        )
        .as('has_children'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof departments>['executeTakeFirstOrThrow']>>;

const toLeaf = (row: Row): Leaf => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  orgCode: row.org_code,
  sort: row.sort,
  hasChildren: Boolean(row.has_children),
  facts: {
    ...{ orgCategory: row.org_category, orgType: row.org_type, mobile: row.mobile, fax: row.fax },
    ...{ address: row.address, memo: row.memo, description: row.description, status: row.status },
  },
});

function toNode(leaf: Leaf, children: DepartmentNode[] | null): DepartmentNode {
  return {
    id: leaf.id,
    key: leaf.id,
    value: leaf.id,
    title: leaf.name,
    departName: leaf.name,
    orgCode: leaf.orgCode,
    parentId: leaf.parentId ?? '',
    departOrder: leaf.sort,
    isLeaf: !leaf.hasChildren,
    ...leaf.facts,
    children,
  };
}

const grown = (tree: Tree<Leaf>): DepartmentNode =>
  toNode(tree, tree.children.length > 0 ? tree.children.map(grown) : null);

export function readTree(context: RequestContext): Promise<DepartmentNode[]> {
  return context.read(async (db) => departmentTree((await departments(db).execute()).map(toLeaf)).map(grown));
}

const brief = ({ key, value, title, children }: DepartmentNode): DepartmentIdNode => ({
  key,
  value,
  title,
  children: children?.map(brief) ?? null,
});

export async function readIdTree(context: RequestContext): Promise<DepartmentIdNode[]> {
  return (await readTree(context)).map(brief);
}

export function readLevel(context: RequestContext, { pid }: DepartmentLevelRequest): Promise<DepartmentNode[]> {
  return context.read(async (db) => {
    if (pid !== undefined && !isUuid(pid)) return [];
    const level = departments(db).where((is) =>
      pid === undefined ? is('department.parent_id', 'is', null) : is('department.parent_id', '=', pid),
    );
    return (await level.execute())
      .map(toLeaf)
      .toSorted(byOrder)
      .map((leaf) => toNode(leaf, null));
  });
}

/** `%` and `_` of the word are themselves; nothing found is a refusal, as the older contract has it. */
export function searchDepartments(
  context: RequestContext,
  request: SearchDepartmentsRequest,
): Promise<DepartmentNode[]> {
  return context.read(async (db) => {
    let matching = named(db, request.keyWord);
    if (request.myDeptSearch === '1') {
      const managed = await managedCodes(db, context.actor.id);
      matching = matching.where((is) =>
        is.or([
          is.exists(ownAbove(db, context.actor.id)),
          ...managed.map((code) => is('org_code', 'like', `${code}%`)),
        ]),
      );
    }
    const rows = await matching.orderBy('department.org_code').limit(MOST_FOUND).execute();
    if (rows.length === 0) raise('department.nothing-found');
    return rows.map((row) => toNode(toLeaf(row), null));
  });
}

const named = (db: TenantDb, word: string) => departments(db).where('department.name', 'ilike', `%${likeText(word)}%`);

/** A department of the person whose code begins that of the department outside: itself or one above it. */
function ownAbove(db: TenantDb, userId: string) {
  return db
    .selectFrom('user_department as mine')
    .innerJoin('department as above', 'above.id', 'mine.department_id')
    .select('above.id')
    .where('mine.user_id', '=', userId)
    .where(sql<boolean>`starts_with(department.org_code, above.org_code)`);
}

/** Those whose name contains the word, in the tree in which they lie. */
export function readTreeByKeyword(
  context: RequestContext,
  { keyWord = '' }: { readonly keyWord?: string | undefined },
): Promise<DepartmentNode[]> {
  return context.read(async (db) => {
    const found = await named(db, keyWord).execute();
    const codes = new Set(found.flatMap((row) => codesOnTheWay(row.org_code)));
    const rows =
      codes.size === 0
        ? []
        : await departments(db)
            .where('org_code', 'in', [...codes])
            .execute();
    return departmentTree(rows.map(toLeaf)).map(grown);
  });
}

/** What the caller manages, each tree from its top; null for who manages nothing (system-api.md 5.4). */
export function readMyTree(context: RequestContext): Promise<DepartmentNode[] | null> {
  return context.read(async (db) => {
    const codes = await managedCodes(db, context.actor.id);
    if (codes.length === 0) return null;
    const below = departments(db).where((is) => is.or(codes.map((code) => is('org_code', 'like', `${code}%`))));
    return departmentTree((await below.execute()).map(toLeaf)).map(grown);
  });
}

export function readAll(
  context: RequestContext,
  { id }: { readonly id?: string | undefined },
): Promise<DepartmentNode[]> {
  return context.read(async (db) => {
    if (id !== undefined && !isUuid(id)) return [];
    const all = departments(db).orderBy('org_code');
    const rows = await (id === undefined ? all : all.where('department.id', '=', id)).execute();
    return rows.map((row) => toNode(toLeaf(row), null));
  });
}

export function readByCode(
  context: RequestContext,
  { orgCode }: { readonly orgCode: string },
): Promise<DepartmentNode | null> {
  return context.read(async (db) => {
    const row = await departments(db).where('org_code', '=', orgCode).executeTakeFirst();
    return row ? toNode(toLeaf(row), null) : null;
  });
}

/** By id, or by code where that was asked for: what each department lies below, from the top down to itself. */
export function readParents(context: RequestContext, { departId, orgCode }: ParentIdsRequest): Promise<ParentIds> {
  return context.read(async (db) => {
    const leaves = (await departments(db).execute()).map(toLeaf);
    const byCode = new Map(leaves.map((leaf) => [leaf.orgCode, leaf]));
    const asked = leaves.filter(
      (leaf) => (departId === undefined || leaf.id === departId) && (orgCode === undefined || leaf.orgCode === orgCode),
    );
    return Object.fromEntries(
      asked.map((leaf) => {
        const way = codesOnTheWay(leaf.orgCode).flatMap((code) => byCode.get(code) ?? []);
        const parentMap = Object.fromEntries(way.map((one) => [one.id, toNode(one, null)]));
        return [orgCode === undefined ? leaf.id : leaf.orgCode, { parentIds: way.map(({ id }) => id), parentMap }];
      }),
    );
  });
}
