import * as z from 'zod';
import { SOLD_OUT_REASONS } from '#domains/beverages/contract/sold-out.ts';
import { atEachBase } from '#domains/robots/contract/calls.ts';
import { HealthReason } from '#domains/robots/contract/robot.ts';
import { ROBOT_HEALTHS, SOLD_OUT_STATES } from '#domains/robots/contract/robot-status.ts';
import { ChoiceText } from '#platform/http/contract/choice.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Id, IntField, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';

/** At once: a drink on all robots of a large airport, or a whole menu on one. */
const MOST_SWITCHED = 200;

/** One drink on one robot. */
export const Offer = z.strictObject({
  goodsId: z.string(),
  state: z.enum(['available', 'soldOut']),
  why: z.enum(SOLD_OUT_REASONS).nullable(),
  /** Necessary materials that do not reach for one cup. */
  materialIds: z.array(z.string()),
  /** Cups that can still be made, whether it is offered or not; null has no limit. */
  servings: z.int().nullable(),
});
export type Offer = z.infer<typeof Offer>;

/** A robot with all that it offers. */
export const RobotOffers = z.strictObject({
  robotId: z.string(),
  imei: z.string(),
  name: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string().nullable(),
  health: z.enum(ROBOT_HEALTHS),
  healthReason: HealthReason,
  soldOut: z.enum(SOLD_OUT_STATES),
  /** In the order of the goods. */
  offers: z.array(Offer),
  /** Below their mark. */
  lowMaterialIds: z.array(z.string()),
  /** What is used up first, going on as in the last 14 days (practice 13); null where nothing will be, or it is not known. */
  firstEmpty: z.strictObject({ materialId: z.string(), hours: z.number() }).nullable(),
});
export type RobotOffers = z.infer<typeof RobotOffers>;

export const SellOutRequest = z.strictObject({
  ...pageFields,
  pageSize: IntField(1, 200).default(20),
  /** Part of the name or of the IMEI of robots. */
  keyword: Text(100).optional(),
  spotId: Id.optional(),
  /** How much of what is offered they can make: `partly,soldOut`. */
  soldOut: ChoiceText(SOLD_OUT_STATES).optional(),
  /** This drink alone. */
  goodsId: Id.optional(),
  /** Drinks of this menu alone. */
  menuId: Id.optional(),
});
export type SellOutRequest = z.infer<typeof SellOutRequest>;

export const SellOutPage = z.strictObject({
  ...pageOf(RobotOffers).shape,
  /** Drinks on sale, as customers see them: higher sort first. */
  goods: z.array(z.strictObject({ goodsId: z.string(), name: z.string(), nameZh: z.string(), menuName: z.string() })),
  materials: z.array(z.strictObject({ materialId: z.string(), name: z.string(), nameZh: z.string() })),
});
export type SellOutPage = z.infer<typeof SellOutPage>;

const ids = z.array(Id).min(1).max(MOST_SWITCHED);
export const SwitchGoodsRequest = z.strictObject({
  robotIds: ids,
  goodsIds: ids,
  /** Whether customers can order them there from now on. */
  offered: BooleanField,
  reason: Text(200).optional(),
});
export type SwitchGoodsRequest = z.infer<typeof SwitchGoodsRequest>;
/** How many of the pairs were not so before. */
export const SwitchGoodsAnswer = z.strictObject({ changed: z.int() });
export type SwitchGoodsAnswer = z.infer<typeof SwitchGoodsAnswer>;

/** The same call at each base of robots (settled 2). */
export const offerEndpoints = atEachBase('offers', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/goodsMachineRelationship`,
    permission: 'beverage:view',
    effect: 'read',
    request: SellOutRequest,
    response: SellOutPage,
    summary: 'Which robot offers which goods, what of it is sold out, and why',
  }),
);

export const switchGoodsEndpoints = atEachBase('switchGoods', (base) =>
  endpoint({
    method: 'POST',
    path: `${base}/updateGoodsDeviceRelationship`,
    permission: 'robot:switch-goods',
    request: SwitchGoodsRequest,
    response: SwitchGoodsAnswer,
    summary: 'Take goods off robots, or offer them there again',
  }),
);
