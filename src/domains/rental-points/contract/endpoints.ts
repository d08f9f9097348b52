import * as z from 'zod';
import { cabinets } from '#domains/cabinets/contract/cabinet.ts';
import { SPOT_STATES } from '#domains/spots/contract/spot-codes.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { IntField, NumberField } from '#platform/http/contract/fields.ts';

const view = {
  permission: cabinets.permission('view'),
  effect: 'read',
  method: 'GET',
} as const;

export const MOST_NEAREST = 100;

/** Hours that a plan looks ahead. */
export const PLAN_HOURS = [4, 8, 12] as const;

const PointPlan = z.strictObject({ id: z.string(), name: z.string() });

export const PointCabinet = z.strictObject({
  id: z.string(),
  imei: z.string(),
  name: z.string(),
  online: z.boolean(),
  capacity: z.int(),
  borrowable: z.int(),
  freeSlots: z.int(),
  faults: z.int(),
  /** That it has chosen for itself, where it differs from its spot; null: it costs what the spot's rentals cost. */
  plan: PointPlan.nullable(),
});

/** A spot of the rental side (settled 57): one with cabinets. */
export const RentalPoint = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  state: z.enum(SPOT_STATES),
  isOpen: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** What rentals cost there; null where the tenant has no plan yet. */
  plan: PointPlan.nullable(),
  cabinets: z.array(PointCabinet),
});
export type RentalPoint = z.infer<typeof RentalPoint>;

export const RentalPoints = z.strictObject({
  points: z.array(RentalPoint),
  /** Cabinets that stand at no spot. */
  withoutSpot: z.int(),
  tiles: z.strictObject({ url: z.string(), attribution: z.string() }).nullable(),
});
export type RentalPoints = z.infer<typeof RentalPoints>;

export const BalancePlan = z.strictObject({
  hours: z.int(),
  /** Cabinets that will run empty or full, the soonest first. */
  warnings: z.array(
    z.strictObject({
      cabinetId: z.string(),
      imei: z.string(),
      name: z.string(),
      spotName: z.string(),
      borrowable: z.int(),
      freeSlots: z.int(),
      /** Hours from now; 0: it is so already. */
      emptyInHours: z.number().nullable(),
      fullInHours: z.number().nullable(),
    }),
  ),
  /** One after the other: units that are put in, or taken out where they are fewer than none. */
  stops: z.array(
    z.strictObject({
      cabinetId: z.string(),
      imei: z.string(),
      name: z.string(),
      spotName: z.string(),
      address: z.string(),
      units: z.int(),
      load: z.int(),
      km: z.number(),
    }),
  ),
  km: z.number(),
  /** Units that are wanted and that no cabinet can spare. */
  missing: z.int(),
  /** Cabinets whose spots have no place on the map: no tour leads there. */
  unplaced: z.int(),
  /** Rentals and returns of the last days that the rates are made of. */
  basedOn: z.int(),
});
export type BalancePlan = z.infer<typeof BalancePlan>;

/** What a customer who looks for one sees, the nearest first. */
export const NearestCabinets = z.strictObject({
  latitude: NumberField(-90, 90),
  longitude: NumberField(-180, 180),
  /** `units`: that has one to lend; `slots`: that takes one back. */
  wants: z.enum(['units', 'slots']).optional(),
  limit: IntField(1, MOST_NEAREST).optional(),
});
export type NearestCabinets = z.infer<typeof NearestCabinets>;

export const NearCabinet = z.strictObject({
  imei: z.string(),
  name: z.string(),
  online: z.boolean(),
  borrowable: z.int(),
  freeSlots: z.int(),
  spotId: z.string(),
  spotName: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  isOpen: z.boolean(),
  /** As the crow flies. */
  distanceMetres: z.int(),
});
export type NearCabinet = z.infer<typeof NearCabinet>;

export const rentalPointEndpoints = {
  nearest: endpoint({
    auth: 'storefront',
    permission: null,
    method: 'GET',
    path: '/storefront/v1/cabinets',
    request: NearestCabinets,
    response: z.array(NearCabinet),
    summary:
      'The cabinets nearest to a place, with their distance, what can be borrowed and where something can be returned',
  }),
  points: endpoint({
    ...view,
    path: '/powerbank/api/points',
    request: z.strictObject({}),
    response: RentalPoints,
    summary: 'Spots with cabinets: what can be borrowed and returned there, opening, and what it costs',
  }),
  plan: endpoint({
    ...view,
    path: '/powerbank/api/balancePlan',
    request: z.strictObject({
      hours: z.coerce
        .number()
        .pipe(z.literal([...PLAN_HOURS]))
        .default(8),
    }),
    response: BalancePlan,
    summary: 'Cabinets that will run empty or full in the next hours, and a tour that evens them out',
  }),
};
