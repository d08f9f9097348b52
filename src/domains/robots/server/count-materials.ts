import { type CountedStock, countStock, findUseSince } from '#domains/beverages/server/index.ts';
import type {
  CountedMaterial,
  UpdateMaterialsAnswer,
  UpdateMaterialsRequest,
} from '#domains/robots/contract/stock-endpoints.ts';
import { capacityOf, lowMarkOf } from '#domains/robots/contract/stock-endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight } from './find-robots.ts';
import { endMaterialFaults, findRobotMaterials, lockRobot } from './robot-store.ts';

/**
 * Stock by hand (settled 81): what staff found in the containers, and how large they are. It ends the faults of what is there
 * again, as a refill does.
 */
export function countMaterials(
  context: RequestContext,
  request: UpdateMaterialsRequest,
): Promise<UpdateMaterialsAnswer> {
  return context.transaction(async (tx) => {
    const { robotId, counted } = await countInRobot(tx, request);
    const materials = await findRobotMaterials(tx.db, robotId, tx.now());
    return { materials, kept: counted.filter(({ isKept }) => isKept).map(({ materialId }) => materialId) };
  });
}

/** The same in a transaction that does more, for the actor of the transaction. */
export async function countInRobot(
  tx: Transaction,
  request: UpdateMaterialsRequest,
): Promise<{ robotId: string; counted: readonly CountedStock[] }> {
  const robot = (await lockRobot(tx.db, request.robotId, robotSight(tx.actor))) ?? raise('robot.not-found');
  const now = tx.now();
  const told = request.at === undefined ? now : new Date(request.at);
  const at = told < now ? told : now;
  const unknown = request.materials.findIndex(({ materialId }) => !isUuid(materialId));
  if (unknown >= 0) raiseFaults([{ at: unknown, field: 'materialId', code: 'record.reference-unknown' }]);
  // cups that were made since are out of what was counted then
  const used = at < now ? await findUseSince(tx.db, robot.id, at) : new Map<string, number>();
  const outcome = await countStock(tx, { robotId: robot.id, at, materials: request.materials.map(toCount), used });
  if ('faults' in outcome) return raiseFaults(outcome.faults);
  const { counted } = outcome;
  const ended = counted.filter(({ before, after }) => before?.emptySince && !after.emptySince);
  await endMaterialFaults(
    tx.db,
    robot,
    ended.map(({ code }) => code),
  );
  const operator = request.operator ? { operator: request.operator } : {};
  await tx.audit({
    action: 'robot:refill',
    objectKind: 'robot',
    objectId: robot.id,
    before: Object.assign({}, ...counted.map(({ code, before }) => factsOf(code, before))),
    after: Object.assign({}, ...counted.map(({ code, after }) => factsOf(code, after)), operator),
    reason: request.reason,
  });
  await tx.live({ kind: 'robot', id: robot.id, spotId: robot.spot_id });
  return { robotId: robot.id, counted };
}

const toCount = ({ filledAt, ...count }: CountedMaterial) => ({
  ...count,
  filledAt: typeof filledAt === 'string' ? new Date(filledAt) : filledAt,
});

/** As the history of the robot tells it: the amount under the material's own code. */
function factsOf(code: string, container: CountedStock['before']): Record<string, number> {
  if (!container) return {};
  return {
    [code]: container.current,
    [capacityOf(code)]: container.capacity,
    [lowMarkOf(code)]: container.lowMark,
  };
}

function raiseFaults(faults: readonly { at: number; field: string; code: string }[]): never {
  return raise(
    'robot.stock-impossible',
    {},
    { faults: faults.map(({ at, field, code }) => ({ path: `materials.${at}.${field}`, code })) },
  );
}
