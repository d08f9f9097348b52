import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id } from '#platform/http/contract/fields.ts';

export const AddHardwareRequest = z.strictObject({ robotId: Id, hardwareIds: z.array(Id).min(1).max(50) });
export type AddHardwareRequest = z.infer<typeof AddHardwareRequest>;

export const hardwareEndpoints = {
  addToRobot: endpoint({
    method: 'POST',
    path: '/coffeeMachineV2/api/addHardware',
    permission: 'hardware:edit',
    request: AddHardwareRequest,
    response: Done,
    summary: 'Fit parts into a robot: from now on they are in use there',
  }),
};
