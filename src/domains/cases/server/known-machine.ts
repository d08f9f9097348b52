import { type Actor, OPEN_ACTOR } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type DeviceName, readDevice } from '../rules/device-code.ts';
import { findMachine, type LabelledMachine } from './label-store.ts';

export interface KnownMachine {
  readonly device: DeviceName;
  readonly machine: LabelledMachine;
}

/** The machine of a label; no such tenant, no such code and a machine out of use have one answer. */
export async function machineOf({ services }: Pick<RequestContext, 'services'>, text: string): Promise<KnownMachine> {
  const device = readDevice(text) ?? raise('case.machine-unknown');
  const machine = await services.database.read(device.tenantId, (db) => findMachine(db, device));
  return machine ? { device, machine } : raise('case.machine-unknown');
}

/** Who asks at a machine: nobody that we know. Files name who brought them by an id. */
const CUSTOMER: Actor = { ...OPEN_ACTOR, id: '00000000-0000-0000-0000-000000000000', username: 'case-page' };

/** The call of a stranger inside the tenant of the machine at which he stands. */
export function atMachine(context: RequestContext, { tenantId }: DeviceName): RequestContext {
  const { services, address, requestId } = context;
  const auditAs = { action: 'case:ask', objectKind: 'order' };
  return {
    ...context,
    tenantId,
    actor: CUSTOMER,
    now: () => services.clock.now(),
    read: (work) => services.database.read(tenantId, work),
    transaction: (work) =>
      runTransaction(services, { tenantId, actor: CUSTOMER, address, requestId, auditAs }, (tx) => work(tx)),
  };
}
