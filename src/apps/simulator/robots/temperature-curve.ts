import type { TemperatureReading } from '#domains/robots/contract/messages.ts';
import type { Random } from '../world/random.ts';

export interface TemperatureCurve {
  /** Readings in tenths of a degree; a boiler that works is cooler, a fridge that failed drifts to room temperature. */
  read(now: Date, making: boolean, fridgeFailed: boolean): TemperatureReading[];
}

const ROOM = 215;
const FRIDGE = 40;
const BOILER = 924;
/** Of the difference to the room, in a minute without cooling. */
const WARMS_PER_MINUTE = 0.08;
const MINUTE_MS = 60_000;

export function createTemperatureCurve(random: Random): TemperatureCurve {
  const phase = random.next() * Math.PI * 2;
  let fridge = FRIDGE;
  let boiler = BOILER;
  let cabinet = ROOM;
  let lastAt: number | undefined;
  const noise = (width: number): number => (random.next() - 0.5) * width;
  const towards = (value: number, target: number, share: number): number => value + (target - value) * share;
  return {
    read: (now, making, fridgeFailed) => {
      // The compressor runs in cycles of a quarter of an hour; the room follows the day.
      const cycle = Math.sin((now.getTime() / 900_000) * Math.PI * 2 + phase) * 6;
      const day = Math.sin((now.getTime() / 86_400_000) * Math.PI * 2 + phase) * 15;
      const minutes = lastAt === undefined ? 0 : Math.max(0, now.getTime() - lastAt) / MINUTE_MS;
      lastAt = now.getTime();
      const warmth = 1 - (1 - WARMS_PER_MINUTE) ** minutes;
      fridge = fridgeFailed ? towards(fridge, ROOM, warmth) : towards(fridge, FRIDGE + cycle, 0.5);
      boiler = towards(boiler, making ? BOILER - 28 : BOILER, 0.5);
      cabinet = towards(cabinet, ROOM + day + (making ? 12 : 0), 0.3);
      return [
        { part: 'boiler', celsiusTenths: Math.round(boiler + noise(6)) },
        { part: 'fridge', celsiusTenths: Math.round(fridge + noise(4)) },
        { part: 'cabinet', celsiusTenths: Math.round(cabinet + noise(4)) },
      ];
    },
  };
}
