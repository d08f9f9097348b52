import * as z from 'zod';
import { commandMessage } from '#domains/devices/contract/commands.ts';
import { Word } from '#domains/devices/contract/messages.ts';
import { Instant } from '#platform/http/contract/fields.ts';
import { Serial, SlotNumber } from './messages.ts';

/** Opens a slot so that its unit can be taken. Answered `EJECTED` with `data.serial`, or why not; never done twice. */
export const EjectArgs = z.strictObject({ slot: SlotNumber, serial: Serial.optional() });
/** Ejects the unit of every slot, one after the other; each is said by `bank.ejected` with the id of this command. */
export const PopAllArgs = z.strictObject({});
/** Looks at one slot: answered with `data.state` and `data.serial`, null where nothing lies in it. */
export const CheckArgs = z.strictObject({ slot: SlotNumber });
/** Answered by a complete `state` and a `bank.slots`. */
export const UploadAllArgs = z.strictObject({});
/** Everything that the screen shows from now on, in its order; an empty list shows nothing. Files are fetched by GET without a login. */
export const LoadAdsArgs = z.strictObject({
  version: Word,
  clips: z
    .array(
      z.strictObject({
        id: Word,
        url: z.url().max(500),
        fileType: z.enum(['image', 'video']),
        durationSeconds: z.int().min(1).max(3600),
        display: z.enum(['horizontal', 'vertical']),
        sort: z.int(),
        from: Instant.optional(),
        to: Instant.optional(),
      }),
    )
    .max(100),
});
export type LoadAdsArgs = z.infer<typeof LoadAdsArgs>;

export const cabinetCommandArgs = {
  eject: EjectArgs,
  popAll: PopAllArgs,
  check: CheckArgs,
  uploadAll: UploadAllArgs,
  loadAds: LoadAdsArgs,
} as const;
export const CABINET_COMMANDS = ['eject', 'popAll', 'check', 'uploadAll', 'loadAds'] as const;
export type CabinetCommand = (typeof CABINET_COMMANDS)[number];
export type CabinetCommandArgs<Command extends CabinetCommand> = z.infer<(typeof cabinetCommandArgs)[Command]>;

/** Answers of `eject`. */
export const EJECTED_CODE = 'EJECTED';

export const CabinetCommandMessage = z.discriminatedUnion('cmd', [
  commandMessage('eject', EjectArgs),
  commandMessage('popAll', PopAllArgs),
  commandMessage('check', CheckArgs),
  commandMessage('uploadAll', UploadAllArgs),
  commandMessage('loadAds', LoadAdsArgs),
]);
