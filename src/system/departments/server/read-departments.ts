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
  SearchDepartmentsRequest,
} from '../contract/endpoints.ts';
import { byOrder, type DepartmentLeaf, departmentTree, type Tree } from '../rules/department-tree.ts';

interface Leaf extends DepartmentLeaf {
  readonly name: string;
  readonly hasChildren: boolean;
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
    children,
  };
}

const grown = (tree: Tree<Leaf>): DepartmentNode =>
  toNode(tree, tree.children.length > 0 ? tree.children.map(grown) : null);

export function readTree(context: RequestContext): Promise<DepartmentNode[]> {
  return context.read(async (db) => departmentTree((await departments(db).execute()).map(toLeaf)).map(grown));
}

const named = ({ key, value, title, children }: DepartmentNode): DepartmentIdNode => ({
  key,
  value,
  title,
  children: children?.map(named) ?? null,
});

export async function readIdTree(context: RequestContext): Promise<DepartmentIdNode[]> {
  return (await readTree(context)).map(named);
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
    let matching = departments(db).where('department.name', 'ilike', `%${likeText(request.keyWord)}%`);
    if (request.myDeptSearch === '1') matching = matching.where((is) => is.exists(ownAbove(db, context.actor.id)));
    const rows = await matching.orderBy('department.org_code').limit(MOST_FOUND).execute();
    if (rows.length === 0) raise('department.nothing-found');
    return rows.map((row) => toNode(toLeaf(row), null));
  });
}

/** A department of the person whose code begins that of the department outside: itself or one above it. */
function ownAbove(db: TenantDb, userId: string) {
  return db
    .selectFrom('user_department as mine')
    .innerJoin('department as above', 'above.id', 'mine.department_id')
    .select('above.id')
    .where('mine.user_id', '=', userId)
    .where(sql<boolean>`starts_with(department.org_code, above.org_code)`);
}
