import * as z from 'zod';
import { atEachBase } from '#domains/robots/contract/calls.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id } from '#platform/http/contract/fields.ts';

export const AddHardwareRequest = z.strictObject({ robotId: Id, hardwareIds: z.array(Id).min(1).max(50) });
export type AddHardwareRequest = z.infer<typeof AddHardwareRequest>;

/** The same call at each base of robots (settled 2). */
export const hardwareEndpoints = atEachBase('addToRobot', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/addHardware`,
    permission: 'hardware:edit',
    request: AddHardwareRequest,
    response: Done,
    summary: 'Fit parts into a robot: from now on they are in use there',
  }),
);
