import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Text } from '#platform/http/contract/fields.ts';

const nodeFields = {
  id: z.string(),
  /** Both are the id: components of the older console read one or the other (system-api.md 5.4). */
  key: z.string(),
  value: z.string(),
  title: z.string(),
  departName: z.string(),
  orgCode: z.string(),
  parentId: z.string(),
  departOrder: z.int(),
  isLeaf: z.boolean(),
};

/** A department in the tree; `children` is null at a leaf, and where only one level was asked for. */
export interface DepartmentNode extends z.infer<z.ZodObject<typeof nodeFields>> {
  children: DepartmentNode[] | null;
}
export const DepartmentNode: z.ZodType<DepartmentNode> = z.strictObject({
  ...nodeFields,
  get children() {
    return z.array(DepartmentNode).nullable();
  },
});

/** As much of the tree as a choice needs. */
export interface DepartmentIdNode {
  key: string;
  value: string;
  title: string;
  children: DepartmentIdNode[] | null;
}
export const DepartmentIdNode: z.ZodType<DepartmentIdNode> = z.strictObject({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  get children() {
    return z.array(DepartmentIdNode).nullable();
  },
});

export const DepartmentLevelRequest = z.strictObject({ pid: Id.optional() });
export type DepartmentLevelRequest = z.infer<typeof DepartmentLevelRequest>;

export const SearchDepartmentsRequest = z.strictObject({
  keyWord: Text(100, 1),
  /** `1`: only the caller's own departments and what lies below them. */
  myDeptSearch: z.enum(['0', '1']).optional(),
});
export type SearchDepartmentsRequest = z.infer<typeof SearchDepartmentsRequest>;

/** Reads of the department tree, for its picker (system-api.md 5.4). */
export const departmentEndpoints = {
  tree: endpoint({
    method: 'GET',
    path: '/sys/sysDepart/queryTreeList',
    permission: 'department:view',
    request: z.strictObject({}),
    response: z.array(DepartmentNode),
    summary: 'The whole tree of departments',
  }),
  idTree: endpoint({
    method: 'GET',
    path: '/sys/sysDepart/queryIdTree',
    permission: 'department:view',
    request: z.strictObject({}),
    response: z.array(DepartmentIdNode),
    summary: 'The whole tree of departments, ids and names alone',
  }),
  level: endpoint({
    method: 'GET',
    path: '/sys/sysDepart/queryDepartTreeSync',
    permission: 'department:view',
    request: DepartmentLevelRequest,
    response: z.array(DepartmentNode),
    summary: 'One level of the tree: the roots, or what lies below a department',
  }),
  search: endpoint({
    method: 'GET',
    path: '/sys/sysDepart/searchBy',
    permission: 'department:view',
    request: SearchDepartmentsRequest,
    response: z.array(DepartmentNode),
    summary: 'Departments whose name contains the word, as a flat list',
  }),
};

export const departmentProblems = {
  'department.nothing-found': 422,
} as const;
