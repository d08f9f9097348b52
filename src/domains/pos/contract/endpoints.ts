import * as z from 'zod';
import { MqttAccess } from '#domains/devices/contract/device.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Text } from '#platform/http/contract/fields.ts';
import { pos } from './pos.ts';

const change = { method: 'POST', permission: pos.permission('edit') } as const;

export const BindRequest = z.strictObject({ id: Id, robotId: Id });
export type BindRequest = z.infer<typeof BindRequest>;
export const RegisterRequest = z.strictObject({ id: Id, registrationCode: Text(100, 1) });
export type RegisterRequest = z.infer<typeof RegisterRequest>;

export const posEndpoints = {
  bind: endpoint({
    ...change,
    path: `${pos.calls.base}/bind`,
    request: BindRequest,
    response: Done,
    summary: 'Put a terminal to a robot; each has one at most',
  }),
  unbind: endpoint({
    ...change,
    path: `${pos.calls.base}/unbind`,
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Take a terminal from its robot',
  }),
  register: endpoint({
    ...change,
    path: `${pos.calls.base}/registrationCode`,
    request: RegisterRequest,
    response: Done,
    summary: 'Register a terminal at the payment provider with the code that it shows; an older registration ends',
  }),
  credential: endpoint({
    method: 'POST',
    permission: pos.permission('edit'),
    path: `${pos.calls.base}/credential`,
    request: z.strictObject({ id: Id }),
    response: MqttAccess,
    answersSecret: true,
    summary: 'Give a terminal a new MQTT password, shown once; the old one and its connection end at once',
  }),
};
