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
import { CHANGES_GATHERED_MS, createReportDesk } from './report-desk.ts';
import { freshConditions } from './robot-conditions.ts';
import { isWaiting, RobotFault, type WaitingRobotFault } from './robot-faults.ts';
import { createRobotLog } from './robot-log.ts';
import { openRobotMemory } from './robot-memory.ts';
import { freshMemory, telemetryOf } from './robot-reports.ts';
import type { Robot, RobotOptions } from './robot-view.ts';
import { createSettingsDesk } from './settings-desk.ts';
import { createEffects } from './take-effect.ts';
import { createTemperatureCurve } from './temperature-curve.ts';

const RESTART_TAKES_MS = 3_000;
const OUTLET_STAYS_OPEN_MS = 3_000;
const SERVICE_COMES_AFTER_SECONDS = { from: 60, to: 240 };

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
  const conditions = freshConditions();
  let serviceIsComing = false;

  const now = (): Date => new Date(clock.now().getTime() + conditions.clockSkewSeconds * 1000);
  const note = (level: 'info' | 'warn' | 'error', text: string): void => log.write(now(), level, text);

  const isSilent = (): boolean => clock.now().getTime() < conditions.silentUntil;
  const speaks = (): boolean => conditions.powered && !isSilent();
  const reports = createReportDesk({
    ...{ memory, random, timers, isSilent, speaks },
    state: () => ({
      online: true,
      fw: settings.firmware(),
      mode: memory.mode,
      faults: memory.faults,
      makingOrderNo: production.makingOrderNo(),
    }),
    telemetry: () =>
      telemetryOf(memory, curve.read(now(), production.makingOrderNo() !== null, conditions.fridgeFailed)),
    sendState: (data) => connection.state(data),
    sendTelemetry: (data) => connection.telemetry(data),
    alongside: () => settings.reportChanges(),
  });

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
    fullState: reports.fullState,
    onConnected: () => {
      note('info', 'connected');
      reports.sayTelemetry();
      reports.beat();
    },
    onDisconnected: () => {
      note('warn', 'connection lost');
      reports.rest();
    },
    onMessage: (topic, payload) => {
      if (!conditions.powered) return;
      if (topic === deviceTopic.configDesired(device)) settings.receive(payload);
      else commands.receive(topic.slice(topic.lastIndexOf('/') + 1), payload);
    },
  });

  const changed = (): void => {
    callService();
    reports.changed();
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
    taken: reports.beat,
    updated: reports.sayState,
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
    slowness: () => conditions.slowness / (options.speed ?? 1),
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
      if (!(await timers.sleep(RESTART_TAKES_MS)) || !conditions.powered) return;
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
      reports.sayState();
    },
    reportEverything: reports.sayEverything,
    save,
  });

  const plugIn = (): void => {
    if (conditions.powered) return;
    conditions.powered = true;
    note('info', 'power on');
    connection.connect();
    production.resume();
  };
  const pullPlug = (): void => {
    if (!conditions.powered) return;
    conditions.powered = false;
    note('error', 'power lost');
    production.halt();
    connection.vanish();
  };
  const drop = (afterMs: number, overlap: boolean): void => {
    if (conditions.powered) connection.drop(afterMs, overlap);
  };
  const takeEffect = createEffects({
    ...{ conditions, containers, faults, settings, pullPlug, plugIn, drop, refill, changed, save },
    now: () => clock.now().getTime(),
    event: connection.event,
    takeDrinks: production.takeAll,
    sendRubbish: connection.rubbish,
    clearWaiting: waiting.clear,
  });

  log.fillUntil(now(), (at) => curve.read(at, false, false));
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
      powered: conditions.powered,
      online: connection.connected,
      refusedBecause: connection.refusedBecause,
      mode: memory.mode,
      session: connection.session,
      seq: connection.seq,
      clockSkewSeconds: conditions.clockSkewSeconds,
      slowness: conditions.slowness,
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
      else takeEffect(fault);
    },
    take: production.take,
    stop: async () => {
      await connection.disconnect();
      timers.stop();
      save();
    },
  };
}
