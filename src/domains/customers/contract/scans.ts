import { clients } from '#domains/clients/contract/clients.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, reference, text } from '#platform/records/contract/fields.ts';
import { customers } from './customers.ts';

/** What was read: the card of a customer at a kiosk, or the code of a machine on a customer's phone. */
export const SCAN_KINDS = ['barcode', 'qr'] as const;
export const SCAN_RESULTS = ['found', 'unknown', 'off'] as const;

/** Every scan by which a customer was, or was not, recognised (settled 109); kept 90 days. */
export const scans = defineList({
  name: 'customerScan',
  namespace: 'customer-scans',
  rightsOf: 'appUser',
  calls: domainCalls('/account/accountInfoModel', { page: 'scanInfo', one: 'scanInfoOne', export: 'scanInfoExport' }),
  time: 'scannedAt',
  label: 'code',
  fields: {
    scannedAt: instant({ required: true, sort: true }),
    kind: choice(SCAN_KINDS, 'scan_kind', { required: true }),
    result: choice(SCAN_RESULTS, 'scan_result', { required: true }),
    customerId: reference(customers),
    code: text(64, { search: true }),
    deviceImei: text(40, { search: true, filter: true }),
    spotId: reference(spots),
    clientId: reference(clients),
    orderNo: text(40, { search: true }),
  },
});
export type Scan = ListedOf<typeof scans>;
