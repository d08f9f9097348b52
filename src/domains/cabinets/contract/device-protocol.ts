import { type DescribedKind, describedMessages, jsonSchema } from '#domains/devices/contract/described-kind.ts';
import { CabinetCommandMessage, cabinetCommandArgs } from './commands.ts';
import { CabinetEventMessage, CabinetStateMessage, CabinetTelemetryMessage } from './messages.ts';

/** What a developer of cabinets needs, made from the very schemas that the gateway checks with. */
export const cabinetProtocol = (): DescribedKind => ({
  topicPrefix: 'v1/{tenant}/cabinet/{imei}',
  rules: [
    'First the birth, then bank.slots with every slot; again every ten minutes, and for uploadAll.',
    'A gap in seq makes the server send uploadAll: answer with a complete state and bank.slots.',
    'bank.returned and bank.ejected carry an eventId of the cabinet: repeated in another session it is the same event.',
    'Repeat an event until it is acknowledged by PUBACK, also after a restart: the acknowledgement comes after the commit.',
    'eject opens one slot, within its time to live, and never twice: answer EJECTED with data.serial, or why not.',
    'popAll says bank.ejected with its cmdId for each unit, and then its result within 300 seconds.',
    'check answers with data.state and data.serial of the slot; serial is null where nothing lies in it.',
    'loadAds names all clips: fetch them, then say adverts.loaded with what became of each.',
    'Slots are numbered from 1; soc is a percentage; a unit can be lent from 60, or from what its tenant has set.',
  ],
  messages: describedMessages('v1/{tenant}/cabinet/{imei}', {
    state: CabinetStateMessage,
    telemetry: CabinetTelemetryMessage,
    event: CabinetEventMessage,
    command: CabinetCommandMessage,
  }),
  commands: Object.fromEntries(
    Object.entries(cabinetCommandArgs).map(([name, args]) => [name, { args: jsonSchema(args) }]),
  ),
});
