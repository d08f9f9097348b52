import { SecretText } from '#platform/http/contract/fields.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  choice,
  day,
  email,
  phone,
  picture,
  type RecordTarget,
  references,
  text,
} from '#platform/records/contract/fields.ts';
import { positions } from '#system/positions/contract/positions.ts';

const roles: RecordTarget = {
  ...{ name: 'role', table: 'role', label: 'role_name', labelZh: 'role_name_zh', value: 'role_code' },
  dictionary: 'sys_role,role_name,id',
};
const departments: RecordTarget = {
  ...{ name: 'department', table: 'department', label: 'name', value: 'org_code' },
  dictionary: 'sys_depart,depart_name,id',
};
const spots: RecordTarget = {
  ...{ name: 'spot', table: 'spot', label: 'name', labelZh: 'name_zh', isSpot: true },
  dictionary: 'sos_service_spots_info,name,id',
};

const MALE_FEMALE = [1, 2] as const;
const IN_FORCE = [1, 2] as const;
/** Ordinary, or manager of departments (system-api.md 5.1). */
const IDENTITIES = [1, 2] as const;
/** All spots; all, but may add none; the chosen ones (settled 24). */
export const SPOT_ACCESS = ['all', 'all_but_add', 'selected'] as const;

const MOST_ROLES = 50;
const MOST_DEPARTMENTS = 50;
const MOST_SPOTS = 1_000;
const LONGEST_PASSWORD = 256;

/**
 * People of a tenant (system-api.md 5.1, settled 18 to 24). What belongs to the account (names, phone, mailbox, password) is
 * changed here only where all its memberships are of this tenant; the rest is what the person is and may do in this tenant.
 */
export const users = defineRecords({
  name: 'user',
  namespace: 'users',
  calls: systemCalls('/sys/user', { turn: 'updateStatus' }),
  table: 'tenant_user',
  olderTable: 'sys_user',
  label: 'realname',
  switch: 'status',
  notFound: 'user.unknown',
  fields: {
    avatar: picture('avatar', { required: true }),
    username: text(100, { required: true, unique: true, search: true, sort: true, filter: true }),
    realname: text(100, { required: true, search: true, sort: true, filter: true }),
    sex: choice(MALE_FEMALE, 'sex', { sort: true }),
    birthday: day({ sort: true }),
    workNo: text(100, { required: true, unique: true, search: true, sort: true, filter: true }),
    phone: phone({ masked: true, required: true, unique: true, search: true, sort: true, filter: true }),
    email: email({ masked: true, unique: true, search: true, sort: true, filter: true }),
    telephone: phone(),
    status: choice(IN_FORCE, 'user_status', { empty: 1, sort: true }),
    userIdentity: choice(IDENTITIES, 'user_identity', { empty: 1, filter: false }),
    /** The departments that a person of identity 2 manages, with all below them; identity 1 manages none. */
    departIds: references(departments, MOST_DEPARTMENTS),
    post: references(positions, MOST_ROLES),
    selectedroles: references(roles, MOST_ROLES),
    selecteddeparts: references(departments, MOST_DEPARTMENTS),
    spotAccess: choice(SPOT_ACCESS, 'spot_access', { empty: 'all' }),
    spotIds: references(spots, MOST_SPOTS),
  },
  addWith: {
    password: SecretText(LONGEST_PASSWORD),
    /** The same once more, where the form asks for it. */
    confirmpassword: SecretText(LONGEST_PASSWORD).optional(),
  },
});
export type User = RecordOf<typeof users>;

/** Their phone and mailbox are seen whole by holders alone (security 14.5). */
export const CONTACT_PERMISSION = 'user:contact';
