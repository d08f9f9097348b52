import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { instant, text } from '#platform/records/contract/fields.ts';
import { EXPORTS_LOGS } from './operation-log.ts';

/** Versions of records: what each was like after a change. */
export const dataLog = defineList({
  name: 'dataVersion',
  rightsOf: 'log',
  namespace: 'data-log',
  table: 'record_version',
  calls: domainCalls('/sys/dataVersion'),
  exportNeeds: EXPORTS_LOGS,
  time: 'at',
  label: 'objectName',
  fields: {
    objectId: text(100, { search: true }),
    objectKind: text(100, { filter: true, sort: true }),
    at: instant({ required: true, sort: true }),
    actorName: text(200, { search: true, sort: true }),
    action: text(100, { search: true, sort: true }),
    reason: text(500),
  },
  /** What the record was called then, or its number; empty where no version of it says so. */
  computed: { objectName: text(500) },
});
