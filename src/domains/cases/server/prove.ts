import type { RequestContext } from '#platform/context/server/request-context.ts';
import { addressRange } from '#platform/http/rules/address-range.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { attemptKeys, beginAttempt, cancelAttempt, confirmFailure } from '#system/verification/server/index.ts';
import type { CaseProof } from '../contract/cases.ts';
import type { ProvedOrder } from '../contract/endpoints.ts';
import { deviceOf } from '../rules/device-code.ts';
import { afterMiss, waitSeconds } from '../rules/misses.ts';
import { findByPayment, findByPickupCode, readProvedOrder } from './case-store.ts';
import { type KnownMachine, machineOf } from './known-machine.ts';
import { lockMisses, storeMisses } from './label-store.ts';
import { giveProof } from './proof.ts';

interface Given {
  readonly device: string;
  readonly pickupCode?: string | undefined;
  readonly orderEnd?: string | undefined;
  readonly paid?: string | undefined;
}

interface Proved {
  readonly proof: string;
  readonly expiresAt: string;
  readonly order: ProvedOrder;
}

/**
 * Shows that an order is the caller's. Guessing is slow twice: for an address range at a machine after five wrong proofs, as at the
 * login, and for pickup codes of a machine whoever tries. A right proof forgives no wrong one: who has a code of his own could
 * guess on with it.
 */
export async function prove(context: RequestContext, given: Given): Promise<Proved> {
  const { services } = context;
  const known = await machineOf(context, given.device);
  const keys = attemptKeys(
    `case ${deviceOf(known.device)} ${addressRange(context.address)}`,
    context.address,
    // nobody is familiar here
    '',
  );
  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) tooMany(decision.retryAfterSeconds);
  const found = await look(context, known, given).catch(async (error) => {
    await context.identity((db) => cancelAttempt(db, keys));
    throw error;
  });
  if (found) {
    await context.identity((db) => cancelAttempt(db, keys));
    return found;
  }
  await context.identity((db) => confirmFailure(db, keys));
  await services.database.write(known.device.tenantId, async (db) => {
    const { robotId } = known.machine;
    await storeMisses(db, robotId, afterMiss(await lockMisses(db, robotId), context.now()));
  });
  return raise('case.proof-refused');
}

const tooMany = (seconds: number): never => raise('case.too-many-tries', { seconds }, { retryAfterSeconds: seconds });

async function look(
  context: RequestContext,
  { device, machine }: KnownMachine,
  { pickupCode, orderEnd, paid }: Given,
): Promise<Proved | undefined> {
  const { services, language } = context;
  const now = context.now();
  const provedBy: CaseProof = pickupCode === undefined ? 'payment' : 'pickup';
  const wait = provedBy === 'pickup' ? waitSeconds(machine.misses, now) : 0;
  if (wait > 0) tooMany(wait);
  const order = await services.database.read(device.tenantId, async (db) => {
    const orderNo =
      pickupCode === undefined
        ? await findByPayment(db, machine.robotId, { orderEnd: orderEnd ?? '', paid: paid ?? '' }, now)
        : await findByPickupCode(db, machine.robotId, pickupCode, now);
    return orderNo === undefined ? undefined : readProvedOrder(db, orderNo, language);
  });
  if (!order) return undefined;
  return { ...giveProof(services.secrets, { device, orderNo: order.orderNo, provedBy }, now), order };
}
