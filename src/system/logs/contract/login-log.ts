import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, text } from '#platform/records/contract/fields.ts';
import { EXPORTS_LOGS } from './operation-log.ts';

export const LOGIN_ACTS = ['login', 'refused', 'logout', 'forced'] as const;
const TENANTS = ['this', 'other'] as const;

/** Logins and logouts of the tenant's members (settled 29). */
export const loginLog = defineList({
  name: 'loginLog',
  rightsOf: 'log',
  namespace: 'login-log',
  calls: domainCalls('/sys/loginLog'),
  exportNeeds: EXPORTS_LOGS,
  time: 'at',
  label: 'username',
  fields: {
    at: instant({ required: true, sort: true }),
    username: text(100, { search: true, sort: true }),
    userName: text(200, { search: true, sort: true }),
    act: choice(LOGIN_ACTS, 'login_act', { required: true, sort: true }),
    means: text(60),
    reason: text(60),
    address: text(60, { search: true }),
    userAgent: text(300, { search: true }),
    byName: text(200),
    requestId: text(100, { search: true }),
  },
  /** The tenant that he entered: names of other tenants are not told. */
  computed: { entered: choice(TENANTS, 'login_tenant') },
});
export type ListedLogin = ListedOf<typeof loginLog>;
