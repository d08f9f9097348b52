import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, longText, text } from '#platform/records/contract/fields.ts';

/** A right of its own: a file leaves the console. */
export const EXPORTS_LOGS = 'log:export';
const TYPES = [1, 2, 3, 4, 5, 6] as const;

/** One line per call that changes something (domain 291, settled 28). */
export const operationLog = defineList({
  name: 'log',
  namespace: 'operation-log',
  table: 'operation_log',
  calls: domainCalls('/sys/operationLog'),
  exportNeeds: EXPORTS_LOGS,
  time: 'at',
  label: 'userName',
  fields: {
    at: instant({ required: true, sort: true }),
    userName: text(200, { filter: true, sort: true }),
    operateType: choice(TYPES, 'operate_type', { required: true, sort: true }),
    action: text(100, { search: true, sort: true }),
    objectKind: text(100, { filter: true, sort: true }),
    objectId: text(100, { search: true }),
    status: integer(100, 599, { required: true, sort: true }),
    durationMs: integer(0, 3_600_000, { required: true, sort: true, unit: 'ms' }),
    address: text(60, { search: true }),
    username: text(100, { search: true, sort: true }),
    userId: text(100),
    problem: text(100, { search: true }),
    method: text(10),
    route: text(200, { search: true }),
    params: longText(8_000),
    requestId: text(100, { search: true }),
  },
});
export type ListedOperation = ListedOf<typeof operationLog>;
