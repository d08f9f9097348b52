import type { RobotEventData } from '#domains/robots/contract/messages.ts';
import type { Containers } from './containers.ts';
import type { FaultDesk } from './fault-desk.ts';
import type { RobotConditions } from './robot-conditions.ts';
import type { ImmediateRobotFault } from './robot-faults.ts';
import type { SettingsDesk } from './settings-desk.ts';

export interface EffectSurroundings {
  readonly conditions: RobotConditions;
  readonly containers: Containers;
  readonly faults: FaultDesk;
  readonly settings: SettingsDesk;
  /** Milliseconds of the world's clock. */
  now(): number;
  event(data: RobotEventData): void;
  pullPlug(): void;
  plugIn(): void;
  drop(afterMs: number, overlap: boolean): void;
  refill(material?: string): void;
  takeDrinks(): void;
  sendRubbish(): void;
  clearWaiting(): void;
  changed(): void;
  save(): void;
}

/** What each fault does that takes effect at once. */
export function createEffects(around: EffectSurroundings): (fault: ImmediateRobotFault) => void {
  const { conditions, containers, faults, settings } = around;
  const contentsChanged = (): void => {
    around.save();
    around.changed();
  };
  const effects: { [K in ImmediateRobotFault['kind']]: (fault: Extract<ImmediateRobotFault, { kind: K }>) => void } = {
    pullPlug: around.pullPlug,
    plugIn: around.plugIn,
    cutNetwork: ({ seconds }) => around.drop(seconds * 1000, false),
    dropConnection: ({ afterMs, overlap }) => around.drop(afterMs, overlap),
    fallSilent: ({ seconds }) => {
      conditions.silentUntil = around.now() + seconds * 1000;
    },
    emptyMaterial: ({ material }) => {
      containers.empty(material);
      contentsChanged();
    },
    lowMaterial: ({ material, level }) => {
      containers.leave(material, level);
      contentsChanged();
    },
    refill: ({ material }) => around.refill(material),
    slow: ({ factor }) => {
      conditions.slowness = factor;
    },
    clockSkew: ({ seconds }) => {
      conditions.clockSkewSeconds = seconds;
    },
    warmFridge: ({ on }) => {
      conditions.fridgeFailed = on;
      if (on) faults.raise('fridge-warm', 'fridge', 'The fridge does not cool', 0);
      else faults.clear('fridge-warm', 'fridge');
    },
    openDoor: ({ on }) => {
      if (on) faults.raise('door-open', 'door', 'The door is open', 0);
      else faults.clear('door-open', 'door');
    },
    losePos: ({ on, pos }) =>
      around.event({ kind: 'pos.network', reachable: !on, ...(pos === undefined ? {} : { pos }) }),
    settings: ({ answer }) => {
      settings.answer = answer;
    },
    changedByHand: ({ kind: _, ...changed }) => settings.changeByHand(changed),
    takeDrinks: around.takeDrinks,
    sendRubbish: around.sendRubbish,
    clear: () => {
      around.clearWaiting();
      settings.answer = 'take';
      Object.assign(conditions, { slowness: 1, clockSkewSeconds: 0, silentUntil: 0 });
    },
  };
  return (fault) => (effects[fault.kind] as (fault: ImmediateRobotFault) => void)(fault);
}
