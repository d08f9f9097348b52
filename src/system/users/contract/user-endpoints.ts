import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, pageFields, pageOf, SecretText, Text } from '#platform/http/contract/fields.ts';
import { RecordResults } from '#platform/records/contract/record-endpoints.ts';
import { users } from './users.ts';

/** A comma list; a trailing comma is normal. */
const IdList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
  z.array(Id).min(1).max(200),
) as unknown as z.ZodType<string[], string[] | string>;

export const FrozenBatchRequest = z.strictObject({ ids: IdList, status: z.preprocess(String, z.enum(['1', '2'])) });
export type FrozenBatchRequest = { readonly ids: string[]; readonly status: '1' | '2' };

export const ResetPasswordRequest = z.strictObject({
  username: Text(100, 1),
  password: SecretText(256),
  confirmpassword: SecretText(256).optional(),
  /** He has lost his phone, and his recovery codes too. */
  endSecondStep: z.boolean().optional(),
});
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>;

export const UserIdsRequest = z.strictObject({ userIds: IdList });
export const DepartmentOfUser = z.strictObject({ key: z.string(), value: z.string(), title: z.string() });

export const RemovedUser = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  workNo: z.string(),
  removedAt: z.string(),
  removedBy: z.string(),
});
export type RemovedUser = z.infer<typeof RemovedUser>;

/** A person in an address list: no more than colleagues need (system-api.md 5.1). */
export const AddressListUser = z.strictObject({
  id: z.string(),
  userId: z.string(),
  realname: z.string(),
  workNo: z.string(),
  post: z.string(),
  telephone: z.string(),
  email: z.string(),
  phone: z.string(),
  avatar: z.string(),
  departId: z.string(),
  departName: z.string(),
});
export const AddressListPage = pageOf(AddressListUser);
export type AddressListPage = z.infer<typeof AddressListPage>;
export const AddressListRequest = z.strictObject({
  ...pageFields,
  orgCode: Text(100).optional(),
  realname: Text(100).optional(),
  workNo: Text(100).optional(),
});
export type AddressListRequest = z.infer<typeof AddressListRequest>;

export const EraseUserRequest = z.strictObject({
  id: Id,
  /** His name, typed: it stands in no log. */
  name: SecretText(200),
});
export type EraseUserRequest = z.infer<typeof EraseUserRequest>;

/** Is it free? One of the fields; without a login the answer costs a picture with characters (settled 6). */
export const CheckOnlyUserRequest = z.strictObject({
  username: Text(100).optional(),
  phone: Text(30).optional(),
  email: Text(200).optional(),
  id: Id.optional(),
  checkKey: Text(100).optional(),
  captcha: Text(10).optional(),
});
export type CheckOnlyUserRequest = z.infer<typeof CheckOnlyUserRequest>;

const view = users.permission('view');
const edit = users.permission('edit');

/** Calls about people beside those of every kind of record. */
export const userAdminEndpoints = {
  checkOnlyUser: endpoint({
    method: 'GET',
    path: '/sys/user/checkOnlyUser',
    auth: 'open',
    openBecause:
      'forms ask before an account is there; without a login a picture with characters is used up by each question',
    request: CheckOnlyUserRequest,
    response: z.boolean(),
    summary: 'Is this account, phone or mailbox free; with a login among the people of the tenant',
  }),
  frozenBatch: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/user/frozenBatch',
    permission: edit,
    request: FrozenBatchRequest as unknown as z.ZodType<FrozenBatchRequest>,
    response: RecordResults,
    summary: 'Switch people of the tenant off (2) or on (1): all of them or none',
  }),
  resetPassword: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/user/changePassword',
    permission: 'user:reset-password',
    request: ResetPasswordRequest,
    response: z.null(),
    summary: 'Set the password of a person, and turn off his two-step login where that is asked; all his sessions end',
  }),
  erase: endpoint({
    method: 'POST',
    path: '/sys/user/erasePersonalData',
    permission: 'user:erase',
    request: EraseUserRequest,
    response: z.null(),
    summary: 'Replace what names a person by a pseudonym, everywhere and for good; the name of the person is typed',
  }),
  roleIds: endpoint({
    method: 'GET',
    path: '/sys/user/queryUserRole',
    permission: view,
    request: z.strictObject({ userid: Id }),
    response: z.array(z.string()),
    summary: 'Ids of the roles of a person',
  }),
  departments: endpoint({
    method: 'GET',
    path: '/sys/user/userDepartList',
    permission: view,
    request: z.strictObject({ userId: Id }),
    response: z.array(DepartmentOfUser),
    summary: 'Departments of a person',
  }),
  newId: endpoint({
    method: 'GET',
    path: '/sys/user/generateUserId',
    permission: users.permission('add'),
    request: z.strictObject({}),
    response: z.string(),
    summary: 'An id that no person has, 32 hexadecimal digits',
  }),
  byIds: endpoint({
    method: 'GET',
    path: '/sys/user/queryByIds',
    permission: view,
    request: UserIdsRequest,
    response: z.array(users.endpoints.one.response),
    summary: 'People of the tenant by their ids',
  }),
  addressList: endpoint({
    method: 'GET',
    path: '/sys/user/queryByOrgCode',
    permission: view,
    request: AddressListRequest,
    response: AddressListPage,
    summary: 'Address list of a department and those below it, a line for each department of a person',
  }),
  mergedAddressList: endpoint({
    method: 'GET',
    path: '/sys/user/queryByOrgCodeForAddressList',
    permission: view,
    request: AddressListRequest,
    response: AddressListPage,
    summary: 'Address list of a department and those below it, a line for each person',
  }),
  recycleBin: endpoint({
    method: 'GET',
    path: '/sys/user/recycleBin',
    permission: users.permission('delete'),
    request: z.strictObject({}),
    response: z.array(RemovedUser),
    summary: 'People who were removed from the tenant',
  }),
  restore: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/user/putRecycleBin',
    permission: users.permission('delete'),
    request: UserIdsRequest,
    response: z.null(),
    summary: 'Bring removed people back: all of them or none',
  }),
  removeForGood: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/user/deleteRecycleBin',
    permission: users.permission('delete'),
    request: UserIdsRequest,
    response: z.null(),
    summary: 'End memberships of removed people for good: all of them or none',
  }),
};
