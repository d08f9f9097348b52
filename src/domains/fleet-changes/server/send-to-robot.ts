import { moveRobot } from '#domains/brokers/server/index.ts';
import { setWanted, type WantedSettings } from '#domains/robots/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Values } from '../contract/endpoints.ts';
import type { ChangeKind } from '../contract/fleet-changes.ts';

export interface Sending {
  readonly changeId: string;
  readonly kind: ChangeKind;
  readonly reason: string;
}

/** Sends a robot what it shall run with from now on. Undefined: it cannot be sent now. */
export async function sendToRobot(
  tx: Transaction,
  { changeId, kind, reason }: Sending,
  robotId: string,
  { before, after }: { readonly before: Values; readonly after: Values },
): Promise<{ version: number | null; move_id: string | null } | undefined> {
  if (kind === 'broker') {
    const id = (after['brokerId'] ?? null) as string | null;
    const to = { id, url: String(after['brokerUrl'] ?? '') };
    const moveId = await moveRobot(tx, robotId, { to, batchId: changeId, reason });
    return moveId === undefined ? undefined : { version: null, move_id: moveId };
  }
  const version = await setWanted(tx, robotId, after as WantedSettings);
  await tx.audit({ action: 'robot:edit', objectKind: 'robot', objectId: robotId, before, after, reason });
  return { version, move_id: null };
}
