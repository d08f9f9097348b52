import * as z from 'zod';
import { CommandState } from '#domains/devices/contract/commands.ts';
import { Word } from '#domains/devices/contract/messages.ts';
import { DEVICE_KINDS } from '#domains/devices/contract/topics.ts';
import { atEachBase } from '#domains/robots/contract/calls.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Imei, Text } from '#platform/http/contract/fields.ts';

export const MAX_COMMANDED_DEVICES = 100;

export const SendDeviceCommandRequest = z.strictObject({
  imeis: z.array(Imei).min(1).max(MAX_COMMANDED_DEVICES),
  cmd: Word,
  /** As the protocol says for the command. */
  args: z.record(z.string().max(64), z.json()).optional(),
  reason: Text(200).optional(),
});
export type SendDeviceCommandRequest = z.infer<typeof SendDeviceCommandRequest>;

/** What became of the command to one device: it is on its way, or was refused. */
export const DeviceResult = z.strictObject({
  imei: z.string(),
  kind: z.enum(DEVICE_KINDS).nullable(),
  name: z.string(),
  commandId: z.string().nullable(),
  state: CommandState.nullable(),
  /** Why it was refused: the code of the problem, and its words. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type DeviceResult = z.infer<typeof DeviceResult>;

/** The same call at each base of robots (settled 2). */
export const deviceCommandEndpoints = atEachBase('send', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/sendDeviceCommand`,
    permission: 'robot:command',
    request: SendDeviceCommandRequest,
    response: z.strictObject({ sent: z.int(), refused: z.int(), results: z.array(DeviceResult) }),
    summary:
      'Send a command to devices of any kind, by IMEI; each has a result of its own, whatever becomes of the others',
  }),
);
