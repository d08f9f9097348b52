import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, generated, olderInstant, text } from '#platform/records/contract/fields.ts';

const ACCOUNT = 100;
const ON_OFF = [1, 0] as const;

/** Who stands in for whom, from when to when (system-api.md 5.1): accounts of two members of the tenant. */
export const delegates = defineRecords({
  name: 'userAgent',
  namespace: 'delegates',
  calls: systemCalls('/sys/sysUserAgent'),
  olderTable: 'sys_user_agent',
  label: 'userName',
  switch: 'status',
  fields: {
    userName: text(ACCOUNT, { required: true, search: true, sort: true, filter: true }),
    agentUserName: text(ACCOUNT, { required: true, search: true, sort: true, filter: true }),
    startTime: olderInstant({ required: true, sort: true }),
    endTime: {
      ...olderInstant({ required: true, sort: true }),
      follows: { field: 'startTime', fault: 'delegate.ends-before-it-begins' },
    },
    status: choice(ON_OFF, 'valid_status', { empty: 1, sort: true }),
    userId: generated(text(64)),
    agentId: generated(text(64)),
  },
  computed: {
    realname: text(100),
    agentRealname: text(100),
  },
  without: ['importCheck', 'importExcel'],
});
export type Delegate = RecordOf<typeof delegates>;
