import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';

/** Half around the earth. */
export const LARGEST_DISTANCE = 40_000_000;

/** Metres between customer and robot above which the app asks "order from here?" (domain 40 and 88, settled 54); 0 is off. */
export const deviceDistances = defineList({
  name: 'deviceDistance',
  namespace: 'device-distance',
  table: 'robot',
  calls: domainCalls('/device-distance/api'),
  rightsOf: 'robot',
  time: 'createdAt',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true }),
    imei: text(40, { search: true }),
    spotId: reference(spots, { filter: true }),
    createdAt: instant({ required: true, sort: true }),
  },
  computed: {
    /** What counts for the robot. */
    metres: integer(0, LARGEST_DISTANCE, { required: true, sort: true, unit: 'm' }),
    /** It has one of its own; else it is the tenant's. */
    isOwn: flag(),
    tenantMetres: integer(0, LARGEST_DISTANCE, { required: true, unit: 'm' }),
  },
});
export type DeviceDistance = ListedOf<typeof deviceDistances>;
