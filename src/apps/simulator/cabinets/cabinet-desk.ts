import type * as z from 'zod';
import { CabinetCommandMessage, EJECTED_CODE } from '#domains/cabinets/contract/commands.ts';
import { type AckMessage, PROTOCOL_VERSION } from '#domains/devices/contract/messages.ts';
import type { Timers } from '../world/timers.ts';
import type { WaitingFaults } from '../world/waiting-faults.ts';
import type { WaitingCabinetFault } from './cabinet-faults.ts';
import type { CabinetMemory, HeldSlot, HeldUnit } from './cabinet-memory.ts';

type Result = { ok: boolean; code: string; text?: string; data?: Record<string, string | number | boolean | null> };
type Command = z.infer<typeof CabinetCommandMessage>;

export interface DeskSurroundings {
  memory: CabinetMemory;
  faults: WaitingFaults<WaitingCabinetFault>;
  timers: Timers;
  now(): Date;
  ack(commandId: string, message: AckMessage): void;
  /** Takes a unit out and says so. */
  release(slot: HeldSlot, commandId: string): HeldUnit | null;
  uploadAll(): void;
  loadAds(version: string, clips: readonly { id: string }[]): void;
  save(): void;
}

const REMEMBERED_MS = 24 * 3_600_000;
const EJECT_TAKES_MS = 1_500;
const POP_PAUSE_MS = 800;

/** Takes commands as the protocol says: at most once per id, never after their time, with the answers that faults spoil. */
export function createCabinetDesk(around: DeskSurroundings): { receive(commandId: string, payload: Buffer): void } {
  const { memory, faults, timers } = around;
  const stamp = () => ({ v: PROTOCOL_VERSION, ts: around.now().toISOString() }) as const;
  const remember = (commandId: string, message: AckMessage): void => {
    const now = around.now().getTime();
    for (const [id, known] of Object.entries(memory.commands))
      if (known.at < now - REMEMBERED_MS) delete memory.commands[id];
    memory.commands[commandId] = { at: now, last: message };
    around.save();
  };
  const say = (commandId: string, message: AckMessage): void => {
    remember(commandId, message);
    around.ack(commandId, message);
  };
  const finish = (commandId: string, result: Result): void => {
    const message: AckMessage = { ...stamp(), stage: 'result', ...result };
    remember(commandId, message);
    if (faults.take('acceptWithoutResult')) return;
    const late = faults.take('answerLate');
    if (late) return void timers.after(late.seconds * 1000, () => around.ack(commandId, message));
    around.ack(commandId, message);
    if (faults.take('answerTwice')) around.ack(commandId, message);
  };

  const eject = (commandId: string, asked: { slot: number; serial?: string | undefined }) => {
    const other = faults.take('ejectWrong')
      ? memory.slots.find(({ slot, unit }) => slot !== asked.slot && unit !== null)
      : undefined;
    const slot = other ?? memory.slots.find((one) => one.slot === asked.slot);
    if (!slot?.unit) return finish(commandId, { ok: false, code: 'EMPTY', text: 'Nothing lies in the slot' });
    if (slot.broken || faults.take('ejectNothing'))
      return finish(commandId, { ok: false, code: 'JAMMED', text: 'The lock does not open' });
    if (!other && asked.serial !== undefined && slot.unit.serial !== asked.serial)
      return finish(commandId, { ok: false, code: 'OTHER_UNIT', text: 'Another unit lies in the slot' });
    const late = faults.take('ejectLate');
    timers.after(late ? late.seconds * 1000 : EJECT_TAKES_MS, () => {
      const unit = around.release(slot, commandId);
      finish(
        commandId,
        unit ? { ok: true, code: EJECTED_CODE, data: { serial: unit.serial } } : { ok: false, code: 'EMPTY' },
      );
    });
  };

  const popAll = (commandId: string): void => {
    const full = memory.slots.filter(({ unit, broken }) => unit !== null && !broken);
    full.forEach((slot, at) => {
      timers.after(POP_PAUSE_MS * (at + 1), () => around.release(slot, commandId));
    });
    timers.after(POP_PAUSE_MS * (full.length + 1), () =>
      finish(commandId, { ok: true, code: 'DONE', data: { ejected: full.length } }),
    );
  };

  const perform = (commandId: string, command: Command) => {
    switch (command.cmd) {
      case 'eject':
        return eject(commandId, command.args);
      case 'popAll':
        return popAll(commandId);
      case 'check': {
        const slot = memory.slots.find((one) => one.slot === command.args.slot);
        const data = { state: slot?.unit ? 'occupied' : 'empty', serial: slot?.unit?.serial ?? null };
        return finish(commandId, { ok: true, code: 'DONE', data });
      }
      case 'uploadAll':
        around.uploadAll();
        return finish(commandId, { ok: true, code: 'DONE' });
      case 'loadAds':
        around.loadAds(command.args.version, command.args.clips);
        return finish(commandId, { ok: true, code: 'DONE', data: { clips: command.args.clips.length } });
    }
  };

  return {
    receive: (commandId, payload) => {
      const known = memory.commands[commandId];
      if (known) return around.ack(commandId, known.last);
      let command: Command;
      try {
        command = CabinetCommandMessage.parse(JSON.parse(payload.toString('utf8')));
      } catch {
        return say(commandId, { ...stamp(), stage: 'result', ok: false, code: 'NOT_UNDERSTOOD' });
      }
      if (faults.take('ignoreCommand')) return;
      if (around.now().getTime() > new Date(command.issuedAt).getTime() + command.ttlS * 1000)
        return say(commandId, { ...stamp(), stage: 'result', ok: false, code: 'EXPIRED' });
      if (faults.take('refuseCommand'))
        return say(commandId, {
          ...stamp(),
          stage: 'result',
          ok: false,
          code: 'REFUSED',
          text: 'Refused by the cabinet',
        });
      say(commandId, { ...stamp(), stage: 'accepted' });
      perform(commandId, command);
    },
  };
}
