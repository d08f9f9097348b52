import type { MqttAccess } from '#domains/devices/contract/device.ts';
import {
  claimImei,
  mqttAccess,
  newDevicePassword,
  registerAdded,
  releaseImei,
  renewPassword,
} from '#domains/devices/server/index.ts';
import { canSeeSpot } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { Imei } from '#platform/http/contract/fields.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { toValues, type Values } from '#platform/records/server/record-rows.ts';
import { removeRecord } from '#platform/records/server/remove-record.ts';
import { addRecord, lockRecord, saveRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { BindRequest, RegisterRequest } from '../contract/endpoints.ts';
import type { Pos } from '../contract/pos.ts';
import { posDriver } from './pos-driver.ts';
import { type Registered, registerReader, unregisterReader } from './register-reader.ts';

/**
 * Claims the IMEI, registers the reader where a code is given, adds the row, makes the broker know it. Where a later step fails nothing
 * of the earlier ones stays.
 */
export const addTerminal =
  (served: ServedKind) =>
  async (context: RequestContext, { registrationCode, ...request }: Values): Promise<Values> => {
    const { services, tenantId } = context;
    const draft = { zipCode: '', address: '', country: '', ...request } as unknown as Pos;
    if (!Imei.safeParse(draft.imei).success) raiseAt('imei', 'pos.imei-malformed');
    const device = { tenantId, kind: 'pos', imei: draft.imei } as const;
    const password = newDevicePassword();
    const claimed = await services.database.acrossTenants('an IMEI is unique over all tenants', (db) =>
      claimImei(db, posDriver, device, password),
    );
    if (!claimed) raiseAt('imei', 'pos.imei-taken');
    let registered: Registered | undefined;
    let added: Values | undefined;
    try {
      if (registrationCode) registered = await registerReader(context, draft, String(registrationCode));
      added = await addRecord(served, context, { ...request, ...registered });
      await registerAdded(services, device, password);
      return added;
    } catch (error) {
      if (added) await removeRecord(served, context, String(added['id']));
      await services.database.acrossTenants('a terminal that could not be added', (db) =>
        releaseImei(db, posDriver, device),
      );
      if (registered) await unregisterReader(context, registered);
      throw error;
    }
  };

/** Registers a terminal that is there already, again if need be. */
export const registerTerminal =
  (served: ServedKind) =>
  async (context: RequestContext, { id, registrationCode }: RegisterRequest): Promise<null> => {
    const before = (await oneRecord(served, context, id)) as unknown as Pos;
    const registered = await registerReader(context, before, registrationCode);
    try {
      await context.transaction((tx) => saveRecord(served, context, tx, { id, given: registered, words: undefined }));
    } catch (error) {
      await unregisterReader(context, registered);
      throw error;
    }
    await unregisterReader(context, before);
    return null;
  };

/** One terminal to one robot (settled 59). */
export const bindTerminal =
  (served: ServedKind) =>
  async (context: RequestContext, { id, robotId }: BindRequest): Promise<null> => {
    try {
      await context.transaction(async (tx) => {
        const { status, robotId: bound } = await locked(served, tx, id);
        if (bound !== null) raise('pos.bound');
        if (status === 'disabled') raise('pos.disabled');
        await mustBeRobot(context, tx, robotId);
        await saveRecord(served, context, tx, { id, given: { robotId }, words: undefined });
      });
    } catch (error) {
      if (violatedUnique(error) === 'pos_terminal_one_a_robot') raise('pos.robot-has-one');
      throw error;
    }
    return null;
  };

export const unbindTerminal =
  (served: ServedKind) =>
  (context: RequestContext, { id }: { readonly id: string }): Promise<null> =>
    context.transaction(async (tx) => {
      if ((await locked(served, tx, id)).robotId === null) raise('pos.not-bound');
      await saveRecord(served, context, tx, { id, given: { robotId: null }, words: undefined });
      return null;
    });

/** A new password, shown once. The old one ends at once, and so does a connection with it. */
export const renewCredential =
  (served: ServedKind) =>
  async (context: RequestContext, { id }: { readonly id: string }): Promise<MqttAccess> => {
    const { services, tenantId } = context;
    const { imei, name } = await context.transaction(async (tx) => {
      const found = await locked(served, tx, id);
      await tx.audit({ action: 'pos:edit', objectKind: 'pos', objectId: id, after: { credential: 'renewed' } });
      return found;
    });
    const password = await renewPassword(services, posDriver, { tenantId, imei }, context.now());
    return mqttAccess(services, { tenantId, kind: 'pos', imei, name }, password);
  };

const locked = async (served: ServedKind, tx: Transaction, id: string): Promise<Pos> =>
  toValues(served.kind, await lockRecord(served, tx, id)) as unknown as Pos;

async function mustBeRobot({ actor }: RequestContext, tx: Transaction, robotId: string): Promise<void> {
  const robot = isUuid(robotId)
    ? await tx.db.selectFrom('robot').select(['id', 'spot_id']).where('id', '=', robotId).executeTakeFirst()
    : undefined;
  if (!robot || !canSeeSpot(actor, robot.spot_id)) raiseAt('robotId', 'pos.robot-not-found');
}
