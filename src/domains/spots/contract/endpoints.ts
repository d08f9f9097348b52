import * as z from 'zod';
import { type Endpoint, endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { ALARM_FIELDS, type Spot, spots } from './spots.ts';

const base = spots.calls.base;

export const SpotNameRequest = z.strictObject({
  name: Text(100, 1),
  /** The spot whose own name it may be. */
  id: Id.optional(),
});
export type SpotNameRequest = z.infer<typeof SpotNameRequest>;

type AlarmField = (typeof ALARM_FIELDS)[number];
type AlarmValues = Pick<Spot, AlarmField>;
/** Of each field of the alarms what a call takes or answers of it. */
const alarmFields = (side: (field: RecordField) => z.ZodType) =>
  Object.fromEntries(ALARM_FIELDS.map((name) => [name, side(spots.fields[name])]));

export const AlarmInfo = z.strictObject({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  ...alarmFields(({ output }) => output),
}) as unknown as z.ZodType<AlarmValues & Pick<Spot, 'id' | 'version' | 'name'>>;
export type AlarmInfo = z.infer<typeof AlarmInfo>;

export const SaveAlarmInfoRequest = z.strictObject({
  id: Id,
  version: IntField(1).optional(),
  ...alarmFields(({ input }) => input.optional()),
}) as unknown as z.ZodType<SaveAlarmInfo, SaveAlarmInfo>;
export type SaveAlarmInfo = Partial<AlarmValues> & { readonly id: string; readonly version?: number | undefined };

export const RemoveAlarmContactRequest = z.strictObject({
  id: Id,
  /** With it no other contact is removed where the list was changed meanwhile. */
  version: IntField(1).optional(),
  /** Its place in the list, from 1. */
  contactNo: IntField(1, 100),
});
export type RemoveAlarmContactRequest = z.infer<typeof RemoveAlarmContactRequest>;

/** An alarm of a spot. */
export const SpotAlarm = z.strictObject({
  id: z.string(),
  type: z.string(),
  severity: z.string(),
  /** `open`, `acknowledged`, or `cleared`: it is over. */
  state: z.string(),
  deviceImei: z.string(),
  /** How often it was raised. */
  count: z.int(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  clearedAt: Instant.nullable(),
});
export const SpotAlarmPage = pageOf(SpotAlarm);
export type SpotAlarmPage = z.infer<typeof SpotAlarmPage>;
export const SpotAlarmRequest = z.strictObject({ ...pageFields, id: Id });
export type SpotAlarmRequest = z.infer<typeof SpotAlarmRequest>;

/** Calls about spots beside those of every kind of record (domain 7). */
export const spotEndpoints = {
  checkName: endpoint({
    method: 'POST',
    path: `${base}/checkServiceName`,
    permission: 'spot:view',
    effect: 'read',
    request: SpotNameRequest,
    response: z.boolean(),
    summary: 'Is this name of a spot free',
  }),
  alarmInfo: endpoint({
    method: 'POST',
    path: `${base}/getAlarmDeviceInfo`,
    permission: 'spot:view',
    effect: 'read',
    request: z.strictObject({ id: Id }),
    response: AlarmInfo,
    summary: 'Whom the alarms of a spot call, when, and which of them are on',
  }),
  saveAlarmInfo: endpoint({
    method: 'POST',
    path: `${base}/updateAlarmDeviceInfoConfig`,
    permission: 'spot:edit',
    request: SaveAlarmInfoRequest,
    response: AlarmInfo,
    summary: 'Change the contacts, times and switches of the alarms of a spot',
  }),
  removeAlarmContact: endpoint({
    method: 'POST',
    alsoMethods: ['DELETE'],
    path: `${base}/delAlarmDeviceInfoConfig`,
    permission: 'spot:edit',
    request: RemoveAlarmContactRequest,
    response: AlarmInfo,
    summary: 'Take a contact out of those that the alarms of a spot call',
  }),
  alarms: endpoint({
    method: 'POST',
    path: `${base}/getAlarmList`,
    permission: 'spot:view',
    effect: 'read',
    request: SpotAlarmRequest,
    response: SpotAlarmPage,
    summary: 'Alarms of a spot',
  }),
};

/** A spot to choose (settled 51). */
export const SpotOption = z.strictObject({ id: z.string(), name: z.string(), address: z.string() });
export type SpotOption = z.infer<typeof SpotOption>;
export const SpotOptionsRequest = z.strictObject({
  ...pageFields,
  /** Part of a name or the address. */
  keyword: Text(100).optional(),
});
export type SpotOptionsRequest = z.infer<typeof SpotOptionsRequest>;

/** The specification names the three bases of robots without saying which call is where: it is at each of them (settled 2). */
const ROBOT_BASES = ['/coffeeMachineV2/api', '/coffeeMachine/api', '/coffeeMachineV2Extend/api'] as const;
export const spotOptionEndpoints: readonly Endpoint<typeof SpotOptionsRequest, z.ZodArray<typeof SpotOption>>[] =
  ROBOT_BASES.map((robots) =>
    endpoint({
      method: 'POST',
      path: `${robots}/getNewServiceSpots`,
      permission: 'spot:view',
      effect: 'read',
      request: SpotOptionsRequest,
      response: z.array(SpotOption),
      summary: 'Service spots to choose from, ten at a time',
    }),
  );
