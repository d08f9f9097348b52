import * as z from 'zod';
import { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { DeviceEvent, MqttAccess } from '#domains/devices/contract/device.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Imei, Instant, pageFields, pageOf, TenantId, Text } from '#platform/http/contract/fields.ts';
import { POWER_BANKS } from './addresses.ts';
import { cabinets } from './cabinet.ts';
import { CORRECTIONS, SLOT_STATES } from './codes.ts';

const view = { permission: cabinets.permission('view'), effect: 'read' } as const;
const change = { method: 'POST', permission: cabinets.permission('edit') } as const;
const path = (name: string): string => `${POWER_BANKS}/${name}`;
const Reason = Text(200, 1);

/** One slot as it is shown. */
export const CabinetSlot = z.strictObject({
  slot: z.int(),
  state: z.enum(SLOT_STATES),
  serial: z.string().nullable(),
  soc: z.int().nullable(),
  temperatureTenths: z.int().nullable(),
  lock: z.enum(['', 'closed', 'open']),
  fault: z.string(),
  /** Since then its unit lies in it, or none. */
  since: Instant.nullable(),
  borrowable: z.boolean(),
  reservedUntil: Instant.nullable(),
});
export type CabinetSlot = z.infer<typeof CabinetSlot>;

export const CabinetSlots = z.strictObject({
  cabinetId: z.string(),
  /** One for each slot of its capacity, in their order. */
  slots: z.array(CabinetSlot),
  uploadedAt: Instant.nullable(),
});
export type CabinetSlots = z.infer<typeof CabinetSlots>;

export const PopAllRequest = z.strictObject({ id: Id, imei: Imei, reason: Reason });
export type PopAllRequest = z.infer<typeof PopAllRequest>;
export const MoveCabinetRequest = z.strictObject({ id: Id, tenantId: TenantId, reason: Reason });
export type MoveCabinetRequest = z.infer<typeof MoveCabinetRequest>;
export const EjectSlotRequest = z.strictObject({
  id: Id,
  slot: z.coerce.number().pipe(z.int().min(1).max(60)),
  reason: Reason,
});
export type EjectSlotRequest = z.infer<typeof EjectSlotRequest>;
export const CorrectRequest = z.strictObject({ id: Id, correction: z.enum(CORRECTIONS), reason: Reason });
export type CorrectRequest = z.infer<typeof CorrectRequest>;
const OfDevice = z.strictObject({ id: Id, ...pageFields });

export const cabinetEndpoints = {
  slots: endpoint({
    ...view,
    method: 'GET',
    path: path('slots'),
    request: z.strictObject({ id: Id }),
    response: CabinetSlots,
    summary: 'The slots of a cabinet with their units',
  }),
  byImei: endpoint({
    ...view,
    method: 'GET',
    path: path('getByImei'),
    request: z.strictObject({ imei: Imei }),
    response: z.strictObject({ id: z.string() }),
    summary: 'The id of the cabinet with this IMEI',
  }),
  unitBySerial: endpoint({
    ...view,
    method: 'GET',
    path: path('powerBankBySerial'),
    request: z.strictObject({ serial: Text(40, 1) }),
    response: z.strictObject({ id: z.string() }),
    summary: 'The id of the power bank with this serial number',
  }),
  commands: endpoint({
    ...view,
    method: 'GET',
    path: path('commands'),
    request: OfDevice,
    response: pageOf(DeviceCommand),
    summary: 'What a cabinet was asked, the newest first, with what became of it',
  }),
  events: endpoint({
    ...view,
    method: 'GET',
    path: path('events'),
    request: OfDevice,
    response: pageOf(DeviceEvent),
    summary: 'What a cabinet said in the last thirty days, the newest first',
  }),
  uploadAll: endpoint({
    ...change,
    path: path('upload_all'),
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ commandId: z.string() }),
    summary: 'Ask a cabinet for its full state',
  }),
  eject: endpoint({
    method: 'POST',
    permission: 'cabinet:pop',
    path: path('popUpPowerBank'),
    request: EjectSlotRequest,
    response: z.strictObject({ commandId: z.string() }),
    summary: 'Eject one unit; it is in service hands, not rented',
  }),
  popAll: endpoint({
    method: 'POST',
    permission: 'cabinet:pop',
    path: path('popUpCabinetAllPowerBank'),
    request: PopAllRequest,
    response: z.strictObject({ commandId: z.string() }),
    summary: 'Eject all units; asks for the number of the cabinet, and the units are in service hands, not rented',
  }),
  credential: endpoint({
    ...change,
    path: path('credential'),
    request: z.strictObject({ id: Id }),
    response: MqttAccess,
    answersSecret: true,
    summary: 'Give a cabinet a new MQTT password, shown once; the old one and its connection end at once',
  }),
  getTenantList: endpoint({
    method: 'GET',
    effect: 'read',
    permission: 'cabinet:move',
    path: path('getTenantList'),
    request: z.strictObject({}),
    response: z.strictObject({ list: z.array(z.strictObject({ tenantId: z.string(), name: z.string() })) }),
    summary: 'Tenants that the caller may move cabinets to',
  }),
  changeDeviceTenant: endpoint({
    method: 'POST',
    permission: 'cabinet:move',
    path: path('changeDeviceTenant'),
    request: MoveCabinetRequest,
    response: MqttAccess,
    answersSecret: true,
    summary:
      'Move a cabinet to another tenant, with a new MQTT password, shown once; refused while rentals are open; asks for the password',
  }),
  correct: endpoint({
    ...change,
    path: path('correctPowerBank'),
    request: CorrectRequest,
    response: Done,
    summary: 'Say what became of a unit: found, broken, or missing',
  }),
  noticeDone: endpoint({
    ...change,
    path: path('noticeDone'),
    request: z.strictObject({ id: Id, note: Text(200) }),
    response: Done,
    summary: 'A notice about a unit is done',
  }),
};
