import type { Transaction } from '#platform/database/server/transaction.ts';
import type { PlaceCause, UnitState } from '../contract/codes.ts';
import { lockUnit, placeUnit } from './unit-store.ts';

const CAUSES: Partial<Record<UnitState, PlaceCause>> = { sold: 'sold', rented: 'ejected' };

/**
 * What a rental makes of its unit beyond what cabinets say of it: sold when it ended by a purchase, missing when it was closed without
 * the unit. A unit that lies in a slot is left alone: its cabinet knows better.
 */
export async function setUnitState(
  tx: Transaction,
  asked: {
    readonly serial: string;
    readonly state: Extract<UnitState, 'sold' | 'missing' | 'rented'>;
    readonly orderNo?: string;
    readonly reason?: string;
  },
): Promise<void> {
  const unit = await lockUnit(tx, asked.serial);
  if (unit.state === 'in_slot' || unit.state === asked.state) return;
  await placeUnit(tx, unit, {
    ...{ state: asked.state, cause: CAUSES[asked.state] ?? 'staff', at: tx.now(), slot: unit.slot },
    ...{ cabinetId: unit.cabinetId, orderNo: asked.orderNo ?? '', reason: asked.reason ?? '' },
    byName: tx.actor.name,
  });
}
