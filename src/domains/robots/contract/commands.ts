import * as z from 'zod';
import { commandMessage } from '#domains/devices/contract/commands.ts';
import { Instant } from '#platform/http/contract/fields.ts';

/** The robot's work order: one entry per cup, to be made in this order. */
export const MakeOrderArgs = z.strictObject({
  orderNo: z.string().regex(/^\d{10,40}$/),
  pickupCode: z.string().max(8),
  drinks: z
    .array(
      z.strictObject({
        /** Number of the cup in the order, from 1. */
        drink: z.int().min(1).max(999),
        /** Number of the order line that it belongs to, from 1. */
        line: z.int().min(1).max(999),
        goodsId: z.string().max(64),
        name: z.string().max(200),
        productionSeconds: z.int().min(1).max(3600),
        /** The cup passes the drawing machine; false where it is left out. */
        drawingMachine: z.boolean().optional(),
        /** The picture that the drawing machine draws, chosen by the customer: PNG, JPEG or WebP, fetched by GET without a login. */
        art: z.strictObject({ id: z.string().max(64), url: z.url().max(500) }).optional(),
        /** A picture is printed on its foam; false where it is left out. */
        foamPrinting: z.boolean().optional(),
        options: z.array(z.string().max(200)).max(32),
        recipe: z.array(z.strictObject({ code: z.string().max(64), amount: z.int().min(1) })).max(64),
        /** Auxiliary materials that it has run out of, by their codes: they are not in the recipe, and its screen says so. */
        without: z.array(z.string().max(64)).max(64).optional(),
      }),
    )
    .min(1)
    .max(99),
});
export type MakeOrderArgs = z.infer<typeof MakeOrderArgs>;

export const RestartArgs = z.strictObject({});
export const SetMaintenanceArgs = z.strictObject({ on: z.boolean() });
export type SetMaintenanceArgs = z.infer<typeof SetMaintenanceArgs>;
/** The span of log lines to upload, as events of kind `log.lines`. */
export const UploadLogArgs = z.strictObject({ from: Instant, to: Instant });
export type UploadLogArgs = z.infer<typeof UploadLogArgs>;
/** Rinses what drinks run through; nothing is made meanwhile. */
export const CleanArgs = z.strictObject({});
/** Opens a door behind which a drink stands, or stood. */
export const OpenOutletArgs = z.strictObject({ outlet: z.int().min(1).max(99) });
export type OpenOutletArgs = z.infer<typeof OpenOutletArgs>;
/** The full state request: answered by a complete `state` and a complete `telemetry`. */
export const ReportStateArgs = z.strictObject({});

/** What a robot can be asked (product.md 5, settled 49). */
export const robotCommandArgs = {
  makeOrder: MakeOrderArgs,
  restart: RestartArgs,
  setMaintenance: SetMaintenanceArgs,
  uploadLog: UploadLogArgs,
  reportState: ReportStateArgs,
  clean: CleanArgs,
  openOutlet: OpenOutletArgs,
} as const;
export const ROBOT_COMMANDS = [
  'makeOrder',
  'restart',
  'setMaintenance',
  'uploadLog',
  'reportState',
  'clean',
  'openOutlet',
] as const;
export type RobotCommand = (typeof ROBOT_COMMANDS)[number];
export type RobotCommandArgs<Command extends RobotCommand> = z.infer<(typeof robotCommandArgs)[Command]>;

/** What staff may ask by hand. Drinks are made for orders only. */
export const STAFF_COMMANDS = ['restart', 'setMaintenance', 'uploadLog', 'reportState', 'clean', 'openOutlet'] as const;
export type StaffCommand = (typeof STAFF_COMMANDS)[number];

/**
 * Kinds that change what a machine does need a permission beyond the one for commands, and a reason (security 10.7). It is
 * the one of `updateStatus`.
 */
export const dangerousCommandPermission: Partial<Record<StaffCommand, string>> = {
  restart: 'robot:maintain',
  setMaintenance: 'robot:maintain',
  clean: 'robot:maintain',
  openOutlet: 'robot:maintain',
};

/** The message on `cmd/{cmdId}`. */
export const RobotCommandMessage = z.discriminatedUnion('cmd', [
  commandMessage('makeOrder', MakeOrderArgs),
  commandMessage('restart', RestartArgs),
  commandMessage('setMaintenance', SetMaintenanceArgs),
  commandMessage('uploadLog', UploadLogArgs),
  commandMessage('reportState', ReportStateArgs),
  commandMessage('clean', CleanArgs),
  commandMessage('openOutlet', OpenOutletArgs),
]);
export type RobotCommandMessage = z.infer<typeof RobotCommandMessage>;
