import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords } from '#platform/records/contract/define-records.ts';
import { longText, phone, text } from '#platform/records/contract/fields.ts';

export const suppliers = defineRecords({
  name: 'supplier',
  namespace: 'suppliers',
  calls: domainCalls('/provider/api', { edit: 'update' }),
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    contact: text(100, { required: true, search: true, sort: true }),
    phone: phone({ required: true, search: true }),
    remark: longText(500, { required: true }),
  },
});
