import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Done, Id, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import { departments } from './departments.ts';

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
  orgCategory: z.string(),
  orgType: z.string(),
  mobile: z.string(),
  fax: z.string(),
  address: z.string(),
  memo: z.string(),
  description: z.string(),
  status: z.string(),
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

const DepartmentLevelRequest = z.strictObject({ pid: Id.optional() });
export type DepartmentLevelRequest = z.infer<typeof DepartmentLevelRequest>;

const SearchDepartmentsRequest = z.strictObject({
  keyWord: Text(100, 1),
  /** `1`: only the caller's own departments and those that he manages, and what lies below them. */
  myDeptSearch: z.enum(['0', '1']).optional(),
});
export type SearchDepartmentsRequest = z.infer<typeof SearchDepartmentsRequest>;

const OrgCode = Text(200, 1);
/** Of one department, by either name; without one of all (system-api.md 5.4). */
const ParentIdsRequest = z.strictObject({ departId: Id.optional(), orgCode: OrgCode.optional() });
export type ParentIdsRequest = z.infer<typeof ParentIdsRequest>;

const ParentIds = z.record(
  z.string(),
  z.strictObject({ parentIds: z.array(z.string()), parentMap: z.record(z.string(), DepartmentNode) }),
);
export type ParentIds = z.infer<typeof ParentIds>;

/** A person of a department: no address, no phone (system-api.md 7 no. 6). */
const DepartmentPerson = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string(),
  workNo: z.string(),
  /** Names of the person's departments in this tenant. */
  orgCodeTxt: z.string(),
  /** Belongs to the very department that was asked for, not to one below it alone. */
  isHere: z.boolean(),
  /** Manages the department that was asked for. */
  isManager: z.boolean(),
});
export type DepartmentPerson = z.infer<typeof DepartmentPerson>;

const PeopleRequest = z.strictObject({
  ...pageFields,
  /** Empty: the departments that the caller manages. */
  depId: z.union([z.literal('').transform(() => undefined), Id]).optional(),
  /** A part of the account or of the name. */
  username: Text(100).optional(),
});
export type PeopleRequest = z.infer<typeof PeopleRequest>;
const PeoplePage = pageOf(DepartmentPerson);
export type PeoplePage = z.infer<typeof PeoplePage>;

const MOST_AT_ONCE = 500;
const UserIds = z.array(Id).min(1).max(MOST_AT_ONCE);
const AddPeopleRequest = z.strictObject({ depId: Id, userIdList: UserIds });
export type AddPeopleRequest = z.infer<typeof AddPeopleRequest>;
const RemovePersonRequest = z.strictObject({ depId: Id, userId: Id });
export type RemovePersonRequest = z.infer<typeof RemovePersonRequest>;
/** A list, or a text with commas as older clients write it. */
const listed = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
  UserIds,
) as unknown as z.ZodType<string[], string[] | string>;
const RemovePeopleRequest = z.strictObject({ depId: Id, userIds: listed });
export type RemovePeopleRequest = z.infer<typeof RemovePeopleRequest>;
const ManagerRequest = z.strictObject({ depId: Id, userId: Id, isManager: BooleanField });
export type ManagerRequest = z.infer<typeof ManagerRequest>;

const permission = departments.permission('view');
const none = z.strictObject({});
const get = { method: 'GET', permission } as const;

/** Reads of the department tree that are no list (system-api.md 5.4). */
export const departmentEndpoints = {
  tree: endpoint({
    ...get,
    path: '/sys/sysDepart/queryTreeList',
    request: none,
    response: z.array(DepartmentNode),
    summary: 'The whole tree of departments',
  }),
  idTree: endpoint({
    ...get,
    path: '/sys/sysDepart/queryIdTree',
    request: none,
    response: z.array(DepartmentIdNode),
    summary: 'The whole tree of departments, ids and names alone',
  }),
  level: endpoint({
    ...get,
    path: '/sys/sysDepart/queryDepartTreeSync',
    request: DepartmentLevelRequest,
    response: z.array(DepartmentNode),
    summary: 'One level of the tree: the roots, or what lies below a department',
  }),
  search: endpoint({
    ...get,
    path: '/sys/sysDepart/searchBy',
    request: SearchDepartmentsRequest,
    response: z.array(DepartmentNode),
    summary: 'Departments whose name contains the word, as a flat list',
  }),
  treeByKeyword: endpoint({
    ...get,
    path: '/sys/sysDepart/queryTreeByKeyWord',
    request: z.strictObject({ keyWord: Text(100).optional() }),
    response: z.array(DepartmentNode),
    summary: 'The tree with those departments alone whose name contains the word, and what they lie below',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/sys/sysDepart/queryMyDeptTreeList',
    permission: null,
    request: none,
    response: z.array(DepartmentNode).nullable(),
    // the older client branches on it
    messageOf: (tree) => (tree === null ? '1' : '2'),
    summary: 'The departments that the caller manages, with what lies below; message 2, or 1 without a result',
  }),
  all: endpoint({
    ...get,
    path: '/sys/sysDepart/listAll',
    request: z.strictObject({ id: Id.optional() }),
    response: z.array(DepartmentNode),
    summary: 'All departments as a flat list, or the one with this id',
  }),
  byCode: endpoint({
    ...get,
    path: '/sys/sysDepart/getDepartName',
    request: z.strictObject({ orgCode: OrgCode }),
    response: DepartmentNode.nullable(),
    summary: 'The department with a code',
  }),
  parents: endpoint({
    ...get,
    path: '/sys/sysDepart/queryAllParentId',
    request: ParentIdsRequest,
    response: ParentIds,
    summary: 'What a department lies below, from the top down to itself',
  }),
};

const byHolders = { permission: null } as const;

/** People of departments: who manages a department may ask for them without the right to see all people (system-api.md 5.1). */
export const departmentPeopleEndpoints = {
  usersOf: endpoint({
    method: 'GET',
    path: '/sys/sysDepart/getUsersByDepartId',
    ...byHolders,
    request: z.strictObject({ id: Id }),
    response: z.array(DepartmentPerson),
    summary: 'People of one department, without those below it',
  }),
  people: endpoint({
    method: 'GET',
    path: '/sys/user/departUserList',
    ...byHolders,
    request: PeopleRequest,
    response: PeoplePage,
    summary: 'People of a department and of those below it, or of the departments that the caller manages',
  }),
  addPeople: endpoint({
    method: 'POST',
    path: '/sys/user/editSysDepartWithUser',
    ...byHolders,
    request: AddPeopleRequest,
    response: Done,
    summary: 'Add people to a department',
  }),
  takeOut: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/user/deleteUserInDepart',
    ...byHolders,
    request: RemovePersonRequest,
    response: Done,
    summary: 'Take a person out of a department',
  }),
  takeOutMany: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/user/deleteUserInDepartBatch',
    ...byHolders,
    request: RemovePeopleRequest,
    response: Done,
    summary: 'Take several people out of a department, all or none',
  }),
  setManager: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/sysDepart/editManager',
    permission: departments.permission('edit'),
    request: ManagerRequest,
    response: Done,
    summary: 'Make a person a manager of a department and of what lies below, or no manager any more',
  }),
};

export const departmentProblems = {
  'department.nothing-found': 422,
  /** The parent has as many as codes can number. */
  'department.full': 409,
  'department.too-deep': 409,
  'department.person-not-there': 409,
  'department.person-unknown': 422,
} as const;
