import { randomUUID } from 'node:crypto';
import { createRandom, type Random } from '#apps/simulator/world/random.ts';
import { deviceTopic } from '#domains/devices/contract/topics.ts';
import type { DeviceBroker, DeviceDoor, Publication } from '#platform/device-gateway/server/device-broker.ts';

/** Where a unit lay, once: it came, and went again or not. A word about it is a word about this stay. */
export interface Stay {
  /** In the order in which they began. */
  readonly nth: number;
  readonly cabinet: Cabinet;
  readonly slot: number;
}

export interface Unit {
  readonly serial: string;
  /** Where it lies; undefined while somebody has it. */
  stay: Stay | undefined;
  /** That it came out for, if it is out for one. */
  command: string | undefined;
}

export interface Cabinet {
  readonly id: string;
  readonly imei: string;
  /** By which its clock is ahead. */
  readonly skewMs: number;
  readonly units: (Unit | undefined)[];
  session: string;
  seq: number;
  isPlugged: boolean;
  /** What it says again in its next session, because it had no answer. */
  again: Word[];
}

/** What a message says, as whoever looks at the cabinets sees it. */
export type Word =
  | {
      readonly kind: 'returned';
      readonly unit: Unit;
      readonly stay: Stay;
      readonly eventId: string;
      readonly at: number;
    }
  | {
      readonly kind: 'ejected';
      readonly unit: Unit;
      readonly slot: number;
      readonly command: string | undefined;
      readonly eventId: string;
      readonly at: number;
    }
  | { readonly kind: 'slots'; readonly stays: readonly (readonly [Unit, Stay])[]; readonly at: number }
  | { readonly kind: 'answer'; readonly command: string; readonly ok: boolean }
  | { readonly kind: 'looked'; readonly slot: number; readonly serial: string | null }
  | { readonly kind: 'life' };

export interface Message {
  readonly cabinet: Cabinet;
  readonly topic: string;
  readonly payload: string;
  readonly word: Word;
  readonly madeAt: number;
}

interface Command {
  readonly cmd: string;
  readonly args: { readonly slot?: number; readonly serial?: string };
}

const LATE_TICKS = 5;

/** Cabinets with their units, and a network that loses, repeats, delays and mixes up what they say. Time is the caller's. */
export class TestFleet {
  readonly cabinets: Cabinet[] = [];
  readonly units: Unit[] = [];
  /** Begun so far, beside the first ones. */
  stays = 0;
  /** Makes no more mistakes. */
  isCalm = false;
  /** Sent, and not lost: by the tick in which it comes. */
  readonly #onTheWay: { readonly tick: number; readonly message: Message }[] = [];
  readonly #random: Random;
  readonly #tenantId: () => string;
  readonly #now: () => number;
  #tick = 0;

  constructor({ seed, tenantId, now }: { seed: string; tenantId: () => string; now: () => number }) {
    this.#random = createRandom(seed);
    this.#tenantId = tenantId;
    this.#now = now;
  }

  add(id: string, imei: string, capacity: number, serials: readonly string[]): void {
    const hours = this.#random.pick([0, 0, 0, 0, 48, -48]);
    const skewMs = hours * 3_600_000 + this.#random.pick([0, 0, 90_000, -90_000]);
    const cabinet: Cabinet = {
      ...{ id, imei, skewMs, session: randomUUID().slice(0, 8), seq: 0, isPlugged: true, again: [] },
      units: Array.from({ length: capacity }),
    };
    this.cabinets.push(cabinet);
    for (const [place, serial] of serials.entries()) {
      const unit: Unit = { serial, stay: { nth: 0, cabinet, slot: place + 1 }, command: undefined };
      cabinet.units[place] = unit;
      this.units.push(unit);
    }
  }

  /** Time has passed: what was late may come now. */
  tick(): void {
    this.#tick += 1;
  }

  /** What comes now, in the order of each cabinet's arrival. */
  due(): Message[] {
    const now = this.#onTheWay.filter(({ tick }) => tick <= this.#tick);
    const later = this.#onTheWay.filter(({ tick }) => tick > this.#tick);
    this.#onTheWay.splice(0, this.#onTheWay.length, ...later);
    return now.map(({ message }) => message);
  }
  putBack(messages: readonly Message[]): void {
    this.#onTheWay.unshift(...messages.map((message) => ({ tick: this.#tick, message })));
  }
  get isQuiet(): boolean {
    return this.#onTheWay.length === 0;
  }
  comeAtOnce(): void {
    const all = this.#onTheWay.map(({ message }) => ({ tick: this.#tick, message }));
    this.#onTheWay.splice(0, this.#onTheWay.length, ...all);
  }

  /** A cabinet starts anew: another session, its birth, all slots, and once more what it had no answer to. */
  birth(cabinet: Cabinet): void {
    Object.assign(cabinet, { session: randomUUID().slice(0, 8), seq: 0, isPlugged: true });
    this.#state(cabinet, true);
    this.upload(cabinet);
    const words = cabinet.again;
    cabinet.again = [];
    for (const word of words) this.#event(cabinet, word);
  }
  /** It says goodbye, or simply is not there any more. */
  unplug(cabinet: Cabinet): void {
    if (this.#random.chance(0.5)) this.#state(cabinet, false);
    cabinet.isPlugged = false;
  }
  #state(cabinet: Cabinet, online: boolean): void {
    const address = { tenantId: this.#tenantId(), kind: 'cabinet', imei: cabinet.imei } as const;
    this.#send(cabinet, deviceTopic.state(address), this.#frame(cabinet, { online, fw: '1.0.0' }), { kind: 'life' });
  }
  beat(cabinet: Cabinet): void {
    if (!cabinet.isPlugged) return;
    const address = { tenantId: this.#tenantId(), kind: 'cabinet', imei: cabinet.imei } as const;
    this.#send(cabinet, deviceTopic.telemetry(address), this.#frame(cabinet, { signal: -70 }), { kind: 'life' });
  }
  upload(cabinet: Cabinet): void {
    if (!cabinet.isPlugged) return;
    const stays = cabinet.units.flatMap((unit) => (unit?.stay ? [[unit, unit.stay] as const] : []));
    this.#event(cabinet, { kind: 'slots', stays, at: this.#now() });
  }

  /** A customer or somebody with a key puts a unit into a slot. */
  putIn(unit: Unit, cabinet: Cabinet): boolean {
    const slot = cabinet.units.indexOf(undefined) + 1;
    if (slot === 0) return false;
    this.stays += 1;
    const stay = { nth: this.stays, cabinet, slot };
    cabinet.units[slot - 1] = unit;
    Object.assign(unit, { stay, command: undefined });
    this.#tell(cabinet, { kind: 'returned', unit, stay, eventId: randomUUID(), at: this.#now() });
    return true;
  }
  /** Somebody with a key takes a unit out. */
  takeOut(unit: Unit): void {
    const { stay } = unit;
    if (!stay) return;
    this.#leave(unit, stay, undefined);
  }
  #leave(unit: Unit, { cabinet, slot }: Stay, command: string | undefined): void {
    cabinet.units[slot - 1] = undefined;
    Object.assign(unit, { stay: undefined, command });
    this.#tell(cabinet, { kind: 'ejected', unit, slot, command, eventId: randomUUID(), at: this.#now() });
  }

  /** Said now, or after the next start where there is no connection; some of it twice. */
  #tell(cabinet: Cabinet, word: Word): void {
    if (cabinet.isPlugged) this.#event(cabinet, word);
    if (!cabinet.isPlugged || this.#random.chance(0.15)) cabinet.again.push(word);
  }

  #event(cabinet: Cabinet, word: Word): void {
    const address = { tenantId: this.#tenantId(), kind: 'cabinet', imei: cabinet.imei } as const;
    const at = 'at' in word ? word.at : this.#now();
    this.#send(cabinet, deviceTopic.event(address), this.#frame(cabinet, this.#dataOf(cabinet, word), at), word);
  }
  #dataOf(cabinet: Cabinet, word: Word): object {
    if (word.kind === 'returned')
      return { kind: 'bank.returned', serial: word.unit.serial, slot: word.stay.slot, soc: 80, eventId: word.eventId };
    if (word.kind === 'ejected')
      return {
        ...{ kind: 'bank.ejected', serial: word.unit.serial, slot: word.slot, eventId: word.eventId },
        ...(word.command === undefined ? {} : { cmdId: word.command }),
      };
    const slots = cabinet.units.map((unit, place) => ({
      slot: place + 1,
      ...(unit ? { state: 'occupied', serial: unit.serial, soc: 60 + (place % 40) } : { state: 'empty', serial: null }),
    }));
    return { kind: 'bank.slots', slots };
  }
  #frame(cabinet: Cabinet, data: object, at = this.#now()): object {
    cabinet.seq += 1;
    const ts = new Date(at + cabinet.skewMs).toISOString();
    return { v: 1, id: randomUUID(), ts, seq: cabinet.seq, session: cabinet.session, data };
  }

  #send(cabinet: Cabinet, topic: string, frame: object, word: Word): void {
    const message = { cabinet, topic, payload: JSON.stringify(frame), word, madeAt: this.#now() };
    const put = (ticks: number) => this.#onTheWay.push({ tick: this.#tick + ticks, message });
    const fate = this.isCalm ? 1 : this.#random.next();
    const late = () => this.#random.integer(1, LATE_TICKS);
    if (fate < 0.05) return;
    // what it says of itself is not kept for later: it would say nothing about now
    const isLate = fate < 0.13 && word.kind !== 'life' && word.kind !== 'looked';
    put(isLate ? late() : 0);
    if (fate >= 0.13 && fate < 0.2) put(0);
    if (fate >= 0.2 && fate < 0.3) put(late());
    // overtakes what was said before it
    if (fate >= 0.3 && fate < 0.36 && word.kind !== 'life') this.#onTheWay.unshift(this.#onTheWay.pop()!);
  }

  /** The broker that the server sees: commands reach their cabinet, and what it says is handed in by `deliver`. */
  #door: DeviceDoor | undefined;
  readonly broker: DeviceBroker = {
    ...{ kind: 'embedded', url: 'mqtt://test', tlsUrl: null, serverId: null, isUp: true },
    open: async (door) => {
      this.#door = door;
    },
    publish: async (publication) => this.#hear(publication),
    saveLogin: async () => undefined,
    removeLogin: async () => undefined,
    takeOver: async () => 0,
    close: async () => undefined,
  };
  async deliver({ topic, payload }: Message): Promise<void> {
    await this.#door?.receive({ topic, payload: Buffer.from(payload), retain: false });
  }

  #hear({ topic, payload }: Publication): void {
    const [, , , imei, channel, commandId] = topic.split('/');
    const cabinet = this.cabinets.find((one) => one.imei === imei);
    if (!cabinet?.isPlugged || channel !== 'cmd' || !commandId) return;
    const { cmd, args } = JSON.parse(payload) as Command;
    if (cmd === 'uploadAll') this.#answerUpload(cabinet, commandId);
    else if (cmd === 'check') this.#look(cabinet, commandId, args.slot ?? 0);
    else if (cmd === 'eject') this.#eject(cabinet, commandId, args);
  }
  #answerUpload(cabinet: Cabinet, id: string): void {
    this.upload(cabinet);
    this.#answer(cabinet, id, { ok: true, code: 'DONE' }, { kind: 'life' });
  }
  #look(cabinet: Cabinet, id: string, slot: number): void {
    const serial = cabinet.units[slot - 1]?.serial ?? null;
    const state = serial === null ? 'empty' : 'occupied';
    this.#answer(cabinet, id, { ok: true, code: 'DONE', data: { state, serial } }, { kind: 'looked', slot, serial });
  }
  #eject(cabinet: Cabinet, id: string, { slot = 0, serial }: Command['args']): void {
    const unit = cabinet.units[slot - 1];
    const fate = this.isCalm ? 1 : this.#random.next();
    // never heard
    if (fate < 0.04) return;
    if (!unit?.stay || unit.serial !== serial || fate < 0.1) {
      this.#answer(cabinet, id, { ok: false, code: 'LOCK_JAM' }, { kind: 'answer', command: id, ok: false });
      return;
    }
    this.#leave(unit, unit.stay, id);
    const said = { ok: true, code: 'EJECTED', data: { serial: unit.serial } };
    this.#answer(cabinet, id, said, { kind: 'answer', command: id, ok: true });
  }
  #answer(cabinet: Cabinet, id: string, said: object, word: Word): void {
    const address = { tenantId: this.#tenantId(), kind: 'cabinet', imei: cabinet.imei } as const;
    const frame = { v: 1, stage: 'result', ts: new Date(this.#now() + cabinet.skewMs).toISOString(), ...said };
    this.#send(cabinet, deviceTopic.ack(address, id), frame, word);
  }
}
