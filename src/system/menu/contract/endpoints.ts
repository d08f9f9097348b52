import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Text } from '#platform/http/contract/fields.ts';
import { AddEntryRequest, EditEntryRequest, PermissionEntry, PermissionTree } from './permission-entry.ts';
import { AddRuleRequest, EditRuleRequest, GIVEN_OF_RULES, PermissionRule, RuleFields } from './rule.ts';

const read = { method: 'GET', alsoMethods: ['POST'], permission: 'permission:view', effect: 'read' } as const;
const add = { method: 'POST', alsoMethods: ['PUT'], permission: 'permission:add' } as const;
const edit = { method: 'PUT', alsoMethods: ['POST'], permission: 'permission:edit' } as const;
const remove = { method: 'DELETE', alsoMethods: ['POST'], permission: 'permission:delete' } as const;
const None = z.strictObject({});
const Ids = z.string().max(20_000);
const Narrowed = z.strictObject({
  permissionId: Id,
  ruleName: Text(50).optional(),
  ruleValue: Text(300).optional(),
});

/** The catalogue of the installation and its data rules (system-api.md 5.3, settled 12): the administrator's alone. */
export const menuEndpoints = {
  list: endpoint({
    ...read,
    path: '/sys/permission/list',
    request: None,
    response: z.array(PermissionEntry),
    summary: 'The whole catalogue as a tree: menu entries and buttons',
  }),
  firstLevel: endpoint({
    ...read,
    path: '/sys/permission/getSystemMenuList',
    request: None,
    response: z.array(PermissionEntry),
    summary: 'Entries of the first level',
  }),
  below: endpoint({
    ...read,
    path: '/sys/permission/getSystemSubmenu',
    request: z.strictObject({ parentId: Id }),
    response: z.array(PermissionEntry),
    summary: 'What lies right below one entry',
  }),
  belowMany: endpoint({
    ...read,
    path: '/sys/permission/getSystemSubmenuBatch',
    request: z.strictObject({ parentIds: Ids }),
    response: z.record(z.string(), z.array(PermissionEntry)),
    summary: 'What lies right below several entries, by their ids',
  }),
  tree: endpoint({
    ...read,
    path: '/sys/permission/queryTreeList',
    request: None,
    response: PermissionTree,
    summary: 'Menu entries and buttons to choose a parent among',
  }),
  level: endpoint({
    ...read,
    path: '/sys/permission/queryListAsync',
    request: z.strictObject({ pid: Id.optional() }),
    response: PermissionTree.shape.treeList,
    summary: 'One level of that tree',
  }),
  add: endpoint({
    ...add,
    path: '/sys/permission/add',
    request: AddEntryRequest,
    response: PermissionEntry,
    summary: 'Add a menu entry or a button',
  }),
  edit: endpoint({
    ...edit,
    path: '/sys/permission/edit',
    request: EditEntryRequest,
    response: PermissionEntry,
    summary: 'Change a menu entry or a button; a start of the program leaves it as it is then',
  }),
  sort: endpoint({
    ...edit,
    path: '/sys/permission/sort',
    request: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    response: Done,
    summary: 'Put the entries below one parent in order',
  }),
  reset: endpoint({
    ...edit,
    path: '/sys/permission/resetToDelivered',
    request: z.strictObject({ id: Id }),
    response: PermissionEntry,
    summary: 'Set an entry back to what the program delivers',
  }),
  remove: endpoint({
    ...remove,
    path: '/sys/permission/delete',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary:
      'Delete an entry with all below it, their rules and grants; what the program delivers is switched off instead',
  }),
  removeMany: endpoint({
    ...remove,
    path: '/sys/permission/deleteBatch',
    request: z.strictObject({ ids: Ids }),
    response: Done,
    summary: 'Delete several entries, all or none',
  }),
  rules: endpoint({
    ...read,
    path: '/sys/permission/getPermRuleListByPermId',
    request: z.strictObject({ permissionId: Id }),
    response: z.array(PermissionRule),
    summary: 'Data rules of an entry',
  }),
  findRules: endpoint({
    ...read,
    path: '/sys/permission/queryPermissionRule',
    request: Narrowed,
    response: z.array(PermissionRule),
    summary: 'Data rules of an entry, by a part of their name or value',
  }),
  ruleFields: endpoint({
    ...read,
    path: '/sys/permission/queryRuleFields',
    request: z.strictObject({ permissionId: Id }),
    response: RuleFields,
    summary: 'The fields that data rules of an entry may name, with the conditions that fit each',
  }),
  addRule: endpoint({
    ...add,
    path: '/sys/permission/addPermissionRule',
    request: AddRuleRequest,
    ignores: GIVEN_OF_RULES,
    response: PermissionRule,
    summary: 'Add a data rule to an entry',
  }),
  editRule: endpoint({
    ...edit,
    path: '/sys/permission/editPermissionRule',
    request: EditRuleRequest,
    ignores: GIVEN_OF_RULES,
    response: PermissionRule,
    summary: 'Change a data rule',
  }),
  removeRule: endpoint({
    ...remove,
    path: '/sys/permission/deletePermissionRule',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Delete a data rule, and its grants',
  }),
};

export const menuProblems = {
  'permission.not-found': 404,
  /** Another row has this authorisation id. */
  'permission.taken': 409,
  'permission.parent-unknown': 422,
  'permission.below-itself': 409,
  'permission.delivered': 409,
  'permission.delivered-id': 409,
  'permission.not-delivered': 409,
  'permission.order-unknown': 409,
  'permission.changed-meanwhile': 409,
  'permission.rule-not-found': 404,
  'permission.no-list': 422,
} as const;
