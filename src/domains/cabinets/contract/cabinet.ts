import { feePlanTarget } from '#domains/fee-plans/contract/target.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, longText, reference, text } from '#platform/records/contract/fields.ts';
import { POWER_BANKS } from './addresses.ts';
import { CABINET_STATES, MOST_SLOTS } from './codes.ts';

const count = () => integer(0, MOST_SLOTS, { required: true, sort: true });

/** A cabinet that lends power banks (domain 3, practice 9). Its counts are those of its slots: nobody types them in. */
export const cabinets = defineRecords({
  name: 'cabinet',
  namespace: 'cabinets',
  calls: domainCalls(POWER_BANKS, { page: 'list', one: 'getById' }),
  notFound: 'cabinet.not-found',
  switch: 'status',
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    // unique over all tenants and kinds of device, which the addition sees to
    imei: text(40, { required: true, fixed: true, search: true, sort: true }),
    spotId: reference(spots),
    capacity: integer(1, MOST_SLOTS, { required: true, sort: true }),
    model: text(60),
    hardwareVersion: text(40),
    iotId: text(64, { search: true }),
    productName: text(100),
    productKey: text(64),
    simId: text(40, { search: true }),
    /** What its rentals cost; nothing: what its spot has chosen, or the default (settled 65). */
    feePlanId: reference(feePlanTarget),
    status: choice(CABINET_STATES, 'cabinet_status', { empty: 'enabled', sort: true }),
    remark: longText(500),
  },
  computed: {
    online: flag(),
    lastHeardAt: instant({ sort: true }),
    presenceChangedAt: instant(),
    firmware: text(40),
    /** dBm of its mobile network. */
    signal: integer(-150, 0),
    /** Units that can be lent: charged to what the tenant lends from, no fault. */
    borrowable: count(),
    /** Empty slots without a fault. */
    freeSlots: count(),
    faults: count(),
    /** Units in its slots. */
    units: count(),
    /** Seconds by which its clock is ahead, or behind. */
    clockSkewSeconds: integer(-2_000_000_000, 2_000_000_000, { required: true }),
    uploadedAt: instant(),
    tenantName: text(200),
    /** Clips that its screen shows now or will. */
    ads: integer(0, 1_000_000, { required: true }),
  },
});
export type Cabinet = RecordOf<typeof cabinets>;
