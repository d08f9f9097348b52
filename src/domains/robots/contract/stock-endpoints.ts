import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { atEachBase } from './calls.ts';
import { RobotMaterial } from './robot.ts';

/** More than any container holds, in g, ml or pieces. */
const MOST = 10_000_000;
const MOST_MATERIALS = 64;

/** What staff found in one container; what is left out stays as it is. */
export const CountedMaterial = z.strictObject({
  materialId: Id,
  /** Absolute, in the unit of the material. */
  amount: IntField(0, MOST).optional(),
  capacity: IntField(1, MOST).optional(),
  /** Below it somebody should come. */
  lowMark: IntField(0, MOST).optional(),
  /** The last refill that the caller knew of: where there was another one since, its amount stays. */
  filledAt: Instant.nullable().optional(),
});
export type CountedMaterial = z.infer<typeof CountedMaterial>;

export const UpdateMaterialsRequest = z.strictObject({
  robotId: Id,
  materials: z
    .array(CountedMaterial)
    .min(1)
    .max(MOST_MATERIALS)
    .refine((list) => new Set(list.map(({ materialId }) => materialId)).size === list.length, {
      message: 'robot.material-twice',
    }),
  /** Who filled up or counted, where it was somebody else than the caller. */
  operator: Text(100).optional(),
  reason: Text(200, 1),
  /** When it was counted; now unless told. A refill that the robot told of since then keeps its amount. */
  at: Instant.optional(),
});
export type UpdateMaterialsRequest = z.infer<typeof UpdateMaterialsRequest>;

export const UpdateMaterialsAnswer = z.strictObject({
  materials: z.array(RobotMaterial),
  /** Materials that were filled up since they were counted: their amount stays. */
  kept: z.array(z.string()),
});
export type UpdateMaterialsAnswer = z.infer<typeof UpdateMaterialsAnswer>;

/** The same call at each base of robots (settled 2). */
export const updateMaterialsEndpoints = atEachBase('updateMaterials', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/update_materials`,
    permission: 'robot:refill',
    request: UpdateMaterialsRequest,
    response: UpdateMaterialsAnswer,
    summary: 'Set stock, capacity and low mark of materials in a robot by hand, with a reason',
  }),
);

/** As the history of a robot calls what is no amount. */
export const capacityOf = (code: string): string => `${code}:capacity`;
export const lowMarkOf = (code: string): string => `${code}:lowMark`;
