import { type RecordTarget, references, text } from '#platform/records/contract/fields.ts';

/** People of the tenant. */
export const MEMBERS: RecordTarget = {
  ...{ name: 'user', table: 'tenant_user', label: 'realname' },
  dictionary: 'sys_user,realname,id',
};
const MOST_RECEIVERS = 50;

/** Parameters of work that writes mails: to whom, and in which language. */
export const mailTo = {
  receivers: references(MEMBERS, MOST_RECEIVERS, { required: true }),
  language: text(10, { required: true }),
};
