import * as z from 'zod';
import { IntField, NumberField } from '#platform/http/contract/fields.ts';

const MOST_NEAREST = 50;

export const NearestSpotsRequest = z.strictObject({
  latitude: NumberField(-90, 90),
  longitude: NumberField(-180, 180),
  limit: IntField(1, MOST_NEAREST).default(20),
});
export type NearestSpotsRequest = z.infer<typeof NearestSpotsRequest>;

/** What a customer who looks for a drink sees of a spot before he asks for its menu. */
export const NearSpot = z.strictObject({
  spotId: z.string(),
  spotName: z.string(),
  address: z.string(),
  /** Its hours in words. */
  serviceTime: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Not suspended, and within its opening times. */
  isOpen: z.boolean(),
  /** That take orders of this channel now; what they can make says the menu. */
  robots: z.int(),
  /** As the crow flies. */
  distanceMetres: z.int(),
});
export type NearSpot = z.infer<typeof NearSpot>;
