import { ConfigDesired, type ConfigReportedData } from '#domains/devices/contract/messages.ts';
import type { Timers } from '../world/timers.ts';
import type { RobotMemory } from './robot-memory.ts';
import type { RobotOptions } from './robot-view.ts';

/** As long as the server waits for it. */
const RETURNS_AFTER_MS = 10 * 60_000;
const UPDATE_TAKES_MS = 20_000;
const DEMO_INTERVAL = 90;

export interface SettingsSurroundings {
  readonly memory: RobotMemory;
  readonly options: RobotOptions;
  readonly timers: Timers;
  report(data: ConfigReportedData): void;
  /** It says something without being asked: it has power and is not silent. */
  speaks(): boolean;
  isConnected(): boolean;
  isMaking(): boolean;
  moveTo(mqttUrl: string): void;
  /** Its settings are others now. */
  taken(): void;
  updated(): void;
  /** What is told on change is told a moment later. */
  soon(work: () => void): void;
  note(text: string): void;
  save(): void;
}

export interface SettingsDesk {
  /** What becomes of settings that it is told. */
  answer: 'take' | 'refuse' | 'ignore';
  receive(payload: Buffer): void;
  firmware(): string;
  /** Somebody changes them at the machine. */
  changeByHand(settings: Partial<ConfigReportedData>): void;
  /** Reports by schedule tell with the next one what was changed by hand. */
  reportChanges(): void;
}

/** Takes the settings that it is told, refuses or ignores them, updates itself, and moves to another broker. */
export function createSettingsDesk(around: SettingsSurroundings): SettingsDesk {
  const { memory, options, timers } = around;
  let changedByHand = false;

  const brokerUrl = (): string => memory.brokerUrl ?? options.mqttUrl;
  const firmware = (): string => memory.firmware ?? options.firmware ?? '4.2.0';
  let wantedFirmware = firmware();

  const report = (refused?: ConfigReportedData['refused']): void => {
    changedByHand = false;
    const { configVersion, reportIntervalSeconds, reportType, menuVersion } = memory;
    around.report({
      ...{ version: configVersion, reportIntervalSeconds, reportType },
      ...(menuVersion === undefined ? {} : { menuVersion }),
      ...(refused === undefined ? {} : { refused }),
    });
  };
  const reportChanges = (): void => {
    if (changedByHand && around.speaks()) report();
  };
  const changeByHand = (settings: Partial<ConfigReportedData>): void => {
    Object.assign(memory, settings, { wasChanged: true });
    changedByHand = true;
    around.save();
    if (memory.reportType === 'on_change') around.soon(reportChanges);
    around.note('settings changed at the machine');
  };

  /** When nobody waits for a drink; it is away for a moment, and comes back with the other one. */
  const update = (to: string): void => {
    timers.after(options.updateTakesMs ?? UPDATE_TAKES_MS, () => {
      // told otherwise since
      if (wantedFirmware !== to) return;
      if (around.isMaking()) return update(to);
      around.note(`firmware ${to}`);
      memory.firmware = to;
      around.save();
      around.updated();
    });
  };
  /** Where it does not get through it goes back by itself, for nobody could tell it to (security 10.8). */
  const follow = (url: string): void => {
    const before = brokerUrl();
    const go = (to: string): void => {
      memory.brokerUrl = to;
      around.save();
      around.note(`moves to the broker ${to}`);
      around.moveTo(to);
    };
    go(url);
    timers.after(options.brokerPatienceMs ?? RETURNS_AFTER_MS, () => {
      if (brokerUrl() === url && !around.isConnected()) go(before);
    });
  };
  const take = ({ version, reportIntervalSeconds, reportType, url, menuVersion, ...rest }: ConfigDesired): void => {
    Object.assign(memory, { configVersion: version, reportIntervalSeconds, reportType });
    if (menuVersion !== undefined) memory.menuVersion = menuVersion;
    around.save();
    report();
    around.taken();
    if (options.drift === 'byHand' && !memory.wasChanged) changeByHand({ reportIntervalSeconds: DEMO_INTERVAL });
    wantedFirmware = rest.firmware ?? firmware();
    if (wantedFirmware !== firmware()) update(wantedFirmware);
    if (url !== undefined && url !== brokerUrl()) follow(url);
  };

  const desk: SettingsDesk = {
    answer: options.drift === 'refuses' ? 'refuse' : 'take',
    firmware,
    changeByHand,
    reportChanges,
    receive: (payload) => {
      const wanted = readWanted(payload);
      if (!wanted || wanted.version < memory.configVersion || desk.answer === 'ignore') return;
      if (desk.answer === 'take') take(wanted);
      else report({ version: wanted.version, code: 'REFUSED', text: 'Settings locked at the machine' });
    },
  };
  return desk;
}

function readWanted(payload: Buffer): ConfigDesired | undefined {
  try {
    return ConfigDesired.parse(JSON.parse(payload.toString('utf8')));
  } catch {
    return;
  }
}
