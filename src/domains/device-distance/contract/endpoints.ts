import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, IntField } from '#platform/http/contract/fields.ts';
import { LARGEST_DISTANCE } from './device-distances.ts';

/** `metres: null` gives a robot the distance of its tenant back. */
export const SetDistanceRequest = z.strictObject({
  robotIds: z.array(Id).min(1).max(500),
  metres: IntField(0, LARGEST_DISTANCE).nullable(),
});
export type SetDistanceRequest = z.infer<typeof SetDistanceRequest>;

export const deviceDistanceEndpoints = {
  update: endpoint({
    method: 'POST',
    path: '/device-distance/api/update',
    permission: 'robot:edit',
    request: SetDistanceRequest,
    response: z.strictObject({ changed: z.int() }),
    summary: 'Set the order reminder distance of robots, or give them that of the tenant back',
  }),
};
