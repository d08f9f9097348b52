import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';
import type { RobotEventData, StateData, TelemetryData } from '#domains/robots/contract/messages.ts';
import { createWorldClock } from '../world/clock.ts';
import { createRandom } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { createWaitingFaults } from '../world/waiting-faults.ts';
import { startChanceFaults } from './chance-faults.ts';
import { createCommandDesk } from './command-desk.ts';
import { createContainers } from './containers.ts';
import { createDeviceConnection, messageFaults } from './device-connection.ts';
import { createFaultDesk } from './fault-desk.ts';
import { createProduction } from './production.ts';
import { type ImmediateRobotFault, isWaiting, RobotFault, type WaitingRobotFault } from './robot-faults.ts';
import { createRobotLog } from './robot-log.ts';
import { openRobotMemory } from './robot-memory.ts';
import { freshMemory, telemetryOf } from './robot-reports.ts';
import type { Robot, RobotOptions } from './robot-view.ts';
import { createSettingsDesk } from './settings-desk.ts';
import { createTemperatureCurve } from './temperature-curve.ts';

const RESTART_TAKES_MS = 3_000;
const LOG_REACHES_BACK_MS = 72 * 3_600_000;
const LOG_LINE_EVERY_MS = 300_000;
const OUTLET_STAYS_OPEN_MS = 3_000;
const SERVICE_COMES_AFTER_SECONDS = { from: 60, to: 240 };
const CHANGES_GATHERED_MS = 800;

export function startRobot(options: RobotOptions): Robot {
  const device: DeviceAddress = { tenantId: options.tenantId, kind: 'robot', imei: options.imei };
  const clock = options.clock ?? createWorldClock();
  const random = createRandom(options.seed ?? 1).stream(`robot/${options.imei}`);
  const rates = options.faultRates ?? {};
  const timers = createTimers();
  const waiting = createWaitingFaults<WaitingRobotFault>();
  const log = createRobotLog();
  const { memory, save } = openRobotMemory(options.dataDir, options.imei, freshMemory(options, random));
  const containers = createContainers(memory.containers, random.stream('portions'));
  const curve = createTemperatureCurve(random.stream('temperature'));
  let powered = true;
  let skewSeconds = 0;
  let slowness = 1;
  let fridgeFailed = false;
  let silentUntil = 0;
  let serviceIsComing = false;
  let heartbeat: { cancel(): void } | undefined;
  let soon: { cancel(): void } | undefined;

  const now = (): Date => new Date(clock.now().getTime() + skewSeconds * 1000);
  const note = (level: 'info' | 'warn' | 'error', text: string): void => log.write(now(), level, text);

  let told = '';
  const stateNow = (): StateData => ({
    online: true,
    fw: settings.firmware(),
    mode: memory.mode,
    faults: memory.faults,
    makingOrderNo: production.makingOrderNo(),
  });
  const fullState = (): StateData => {
    const state = stateNow();
    told = JSON.stringify(state);
    return state;
  };
  const fullTelemetry = (): TelemetryData =>
    telemetryOf(memory, curve.read(now(), production.makingOrderNo() !== null, fridgeFailed));

  const connection = createDeviceConnection<StateData, TelemetryData, RobotEventData>({
    mqttUrl: memory.brokerUrl ?? options.mqttUrl,
    device,
    password: options.password,
    keepAliveSeconds: options.keepAliveSeconds ?? 30,
    now,
    random: random.stream('connection'),
    timers,
    faults: messageFaults({
      skipSequence: () => waiting.take('skipSequence'),
      lateEvent: () => waiting.take('lateEvent'),
      repeatSequence: () => waiting.take('repeatSequence'),
      reorderSequence: () => waiting.take('reorderSequence'),
    }),
    unacknowledged: memory.unacknowledged,
    save,
    fullState,
    onConnected: () => {
      note('info', 'connected');
      connection.telemetry(fullTelemetry());
      beat();
    },
    onDisconnected: () => {
      note('warn', 'connection lost');
      heartbeat?.cancel();
    },
    onMessage: (topic, payload) => {
      if (!powered) return;
      if (topic === deviceTopic.configDesired(device)) settings.receive(payload);
      else commands.receive(topic.slice(topic.lastIndexOf('/') + 1), payload);
    },
  });

  const isSilent = (): boolean => clock.now().getTime() < silentUntil;
  const speaks = (): boolean => powered && !isSilent();
  const beat = (): void => {
    heartbeat?.cancel();
    heartbeat = timers.after(memory.reportIntervalSeconds * 1000 * (0.95 + random.next() * 0.1), () => {
      if (!isSilent()) {
        // reports by schedule tell here what has changed since: an order that was being made is made by now
        if (JSON.stringify(stateNow()) !== told) connection.state(fullState());
        connection.telemetry(fullTelemetry());
        settings.reportChanges();
      }
      beat();
    });
  };
  /** Reports on change are gathered for a moment, so that one drink does not become ten messages. */
  const changed = (): void => {
    callService();
    if (memory.reportType !== 'on_change' || soon) return;
    soon = timers.after(CHANGES_GATHERED_MS, () => {
      soon = undefined;
      if (!speaks()) return;
      connection.state(fullState());
      connection.telemetry(fullTelemetry());
    });
  };

  const callService = (): void => {
    if (options.serviced !== true || serviceIsComing || containers.runningLow().length === 0) return;
    serviceIsComing = true;
    const { from, to } = SERVICE_COMES_AFTER_SECONDS;
    timers.after(random.integer(from, to) * 1000, () => {
      serviceIsComing = false;
      for (const code of containers.runningLow()) refill(code);
    });
  };

  const faults = createFaultDesk({ memory, timers, event: connection.event, changed, save });
  const refill = (code?: string): void => {
    const materials = containers.refill(code);
    connection.event({ kind: 'material.refilled', materials, operator: 'service' });
    for (const material of materials) faults.clear('material-empty', material.code);
    save();
    changed();
  };

  const settings = createSettingsDesk({
    ...{ memory, options, timers, speaks, save },
    report: connection.configReported,
    isConnected: () => connection.connected,
    isMaking: () => production.makingOrderNo() !== null,
    moveTo: connection.moveTo,
    taken: beat,
    updated: () => connection.state(fullState()),
    soon: (work) => timers.after(CHANGES_GATHERED_MS, work),
    note: (text) => note('info', text),
  });

  const production = createProduction({
    memory,
    containers,
    faults: waiting,
    rates,
    random: random.stream('production'),
    timers,
    slowness: () => slowness / (options.speed ?? 1),
    takenAfterSeconds: options.takenAfterSeconds === undefined ? { from: 8, to: 40 } : options.takenAfterSeconds,
    report: (event) => connection.event(event),
    outletChanged: (outlet, state) => connection.event({ kind: 'outlet.changed', outlet, state }),
    raiseFault: faults.raise,
    progress: (job, percent) => commands.progress(job, percent),
    finished: (job, failed, reason) => commands.jobFinished(job, failed, reason),
    changed,
    log: note,
    save,
  });

  const commands = createCommandDesk({
    memory,
    faults: waiting,
    timers,
    log,
    now,
    ack: connection.ack,
    event: connection.event,
    startJob: production.add,
    busy: () => production.makingOrderNo() !== null,
    restart: async () => {
      note('info', 'restarting');
      await connection.disconnect();
      if (!(await timers.sleep(RESTART_TAKES_MS)) || !powered) return;
      connection.connect();
    },
    openOutlet: (number) => {
      const outlet = memory.outlets.find((candidate) => candidate.outlet === number);
      if (!outlet) return false;
      note('info', `outlet ${number} opened by hand`);
      if (outlet.orderNo !== null) production.take(outlet.orderNo);
      else {
        connection.event({ kind: 'outlet.changed', outlet: number, state: 'opened' });
        timers.after(OUTLET_STAYS_OPEN_MS, () =>
          connection.event({ kind: 'outlet.changed', outlet: number, state: 'notProduced' }),
        );
      }
      return true;
    },
    setMode: (mode) => {
      if (memory.mode === 'maintain' && mode === 'normal') memory.cupsSinceMaintenance = 0;
      memory.mode = mode;
      save();
      connection.state(fullState());
    },
    reportEverything: () => {
      connection.state(fullState());
      connection.telemetry(fullTelemetry());
    },
    save,
  });

  /** Its log reaches back over the days before the simulator began. */
  const remember = (): void => {
    const until = now().getTime();
    for (let at = until - LOG_REACHES_BACK_MS; at < until; at += LOG_LINE_EVERY_MS) {
      const readings = curve.read(new Date(at), false, false);
      const words = readings.map(({ part, celsiusTenths }) => `${part} ${(celsiusTenths / 10).toFixed(1)} °C`);
      log.write(new Date(at), 'info', `temperatures: ${words.join(', ')}`);
    }
  };
  const plugIn = (): void => {
    if (powered) return;
    powered = true;
    note('info', 'power on');
    connection.connect();
    production.resume();
  };
  const pullPlug = (): void => {
    if (!powered) return;
    powered = false;
    note('error', 'power lost');
    production.halt();
    connection.vanish();
  };

  const drop = (afterMs: number, overlap: boolean): void => {
    if (powered) connection.drop(afterMs, overlap);
  };

  const happen: { [K in ImmediateRobotFault['kind']]: (fault: Extract<ImmediateRobotFault, { kind: K }>) => void } = {
    pullPlug,
    plugIn,
    cutNetwork: (fault) => drop(fault.seconds * 1000, false),
    dropConnection: (fault) => drop(fault.afterMs, fault.overlap),
    fallSilent: (fault) => {
      silentUntil = clock.now().getTime() + fault.seconds * 1000;
    },
    emptyMaterial: (fault) => {
      containers.empty(fault.material);
      save();
      changed();
    },
    lowMaterial: (fault) => {
      containers.leave(fault.material, fault.level);
      save();
      changed();
    },
    refill: (fault) => refill(fault.material),
    slow: (fault) => {
      slowness = fault.factor;
    },
    clockSkew: (fault) => {
      skewSeconds = fault.seconds;
    },
    warmFridge: (fault) => {
      fridgeFailed = fault.on;
      if (fault.on) faults.raise('fridge-warm', 'fridge', 'The fridge does not cool', 0);
      else faults.clear('fridge-warm', 'fridge');
    },
    openDoor: (fault) => {
      if (fault.on) faults.raise('door-open', 'door', 'The door is open', 0);
      else faults.clear('door-open', 'door');
    },
    losePos: ({ on, pos }) =>
      connection.event({ kind: 'pos.network', reachable: !on, ...(pos === undefined ? {} : { pos }) }),
    settings: (fault) => {
      settings.answer = fault.answer;
    },
    changedByHand: ({ kind: _, ...changed }) => settings.changeByHand(changed),
    takeDrinks: production.takeAll,
    sendRubbish: connection.rubbish,
    clear: () => {
      waiting.clear();
      settings.answer = 'take';
      slowness = 1;
      skewSeconds = 0;
      silentUntil = 0;
    },
  };

  remember();
  startChanceFaults(rates, random, timers, {
    drop: (afterMs) => drop(afterMs, false),
    pullPlug,
    plugIn,
  });
  note('info', 'power on');
  connection.connect();
  production.resume();

  return {
    imei: options.imei,
    view: () => ({
      tenantId: options.tenantId,
      imei: options.imei,
      name: options.name ?? options.imei,
      powered,
      online: connection.connected,
      refusedBecause: connection.refusedBecause,
      mode: memory.mode,
      session: connection.session,
      seq: connection.seq,
      clockSkewSeconds: skewSeconds,
      slowness,
      making: production.makingOrderNo(),
      queue: memory.jobs.length,
      outlets: memory.outlets.map((outlet) => ({ ...outlet })),
      materials: memory.containers.map(({ code, level, capacity }) => ({ code, level, capacity })),
      faults: memory.faults.map((fault) => ({ ...fault })),
      waitingFaults: waiting.list().map((fault) => fault.kind),
      unacknowledged: memory.unacknowledged.length,
      settings: {
        ...{ reportIntervalSeconds: memory.reportIntervalSeconds, reportType: memory.reportType },
        ...{ menuVersion: memory.menuVersion ?? '', firmware: settings.firmware() },
      },
      settingsAnswer: settings.answer,
    }),
    fault: (input) => {
      const fault = RobotFault.parse(input);
      if (isWaiting(fault)) waiting.add(fault);
      else (happen[fault.kind] as (fault: ImmediateRobotFault) => void)(fault);
    },
    take: production.take,
    stop: async () => {
      await connection.disconnect();
      timers.stop();
      save();
    },
  };
}
