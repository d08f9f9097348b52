import * as z from 'zod';
import { commandMessage } from '#domains/devices/contract/commands.ts';
import { type AckMessage, ConfigDesired, PROTOCOL_VERSION } from '#domains/devices/contract/messages.ts';
import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';
import type { PosPaymentResult, PosStateData } from '#domains/pos/contract/messages.ts';
import type { CardAtReader, ReaderView } from '../payment-provider/terminals.ts';
import { createDeviceConnection, messageFaults } from '../robots/device-connection.ts';
import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { createRandom } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { createWaitingFaults } from '../world/waiting-faults.ts';
import { isWaiting, TerminalFault, type TerminalFaultInput, type WaitingTerminalFault } from './terminal-faults.ts';

/** Its line to the payment provider, which is another than the one to the broker. */
export interface PaymentLine {
  /** The reader that this terminal is, once somebody has registered it. */
  reader(code: string): ReaderView | undefined;
  answerReader(readerId: string, card: CardAtReader): void;
  setReaderOnline(code: string, isOnline: boolean): void;
}

export interface TerminalOptions {
  mqttUrl: string;
  tenantId: string;
  imei: string;
  password: string;
  name?: string | undefined;
  /** What its screen shows to whoever registers it at the provider. */
  registrationCode: string;
  provider: PaymentLine;
  seed?: number | string;
  /** Divides the time that people take for their cards; for tests. */
  haste?: number;
  clock?: WorldClock;
}

export interface TerminalView {
  tenantId: string;
  imei: string;
  name: string;
  registrationCode: string;
  isRegistered: boolean;
  /** A customer may pay here. */
  takesCards: boolean;
  powered: boolean;
  online: boolean;
  refusedBecause: string | null;
  network: 'reachable' | 'unreachable';
  /** The order that it asks a card for. */
  asksFor: string | null;
  waitingFaults: string[];
}

export interface Terminal {
  view(): TerminalView;
  fault(fault: TerminalFaultInput): void;
  stop(): Promise<void>;
}

const LOOKS_EVERY_MS = 1_000;
const BEATS_EVERY_MS = 60_000;
/** Until the card is out of its purse. */
const CARD_AFTER_MS = { from: 2_500, to: 7_000 };
const RESULT_OF = { good: 'approved', declined: 'declined', none: 'timed_out' } as const;
const FIRMWARE = '5.12.0';
const CommandMessage = commandMessage('reportState', z.object({}));

/**
 * A payment terminal: a device at the broker (protocol `pos`) and a reader at the provider. Where the server makes the reader ask for
 * a card, somebody holds one to it, and the terminal says what it showed.
 */
export function startTerminal(options: TerminalOptions): Terminal {
  const { provider, haste = 1 } = options;
  const device: DeviceAddress = { tenantId: options.tenantId, kind: 'pos', imei: options.imei };
  const { registrationCode: code } = options;
  const clock = options.clock ?? createWorldClock();
  const random = createRandom(options.seed ?? 1).stream(`terminal/${options.imei}`);
  const timers = createTimers();
  const faults = createWaitingFaults<WaitingTerminalFault>();
  let powered = true;
  let network: TerminalView['network'] = 'reachable';
  /** The payment that somebody is taking out a card for. */
  let asked: string | null = null;

  const fullState = () => ({ online: true, firmware: FIRMWARE, network });
  const connection = createDeviceConnection<z.infer<typeof PosStateData>, object, PosPaymentResult>({
    ...{ mqttUrl: options.mqttUrl, device, password: options.password, keepAliveSeconds: 30, now: clock.now, timers },
    // nothing that it says is worth more than a power cut
    ...{ save: () => {}, unacknowledged: [], random: random.stream('connection') },
    faults: messageFaults({
      skipSequence: () => faults.take('skipSequence'),
      lateEvent: () => faults.take('lateEvent'),
      repeatSequence: () => faults.take('repeatSequence'),
      reorderSequence: () => faults.take('reorderSequence'),
    }),
    fullState,
    onConnected: () => {},
    onDisconnected: () => {},
    onMessage: (topic, payload) => {
      if (!powered) return;
      if (topic === deviceTopic.configDesired(device)) takeConfig(payload);
      else obey(topic.slice(topic.lastIndexOf('/') + 1), payload);
    },
  });

  const takeConfig = (payload: Buffer): void => {
    const parsed = ConfigDesired.safeParse(JSON.parse(payload.toString('utf8')));
    if (!parsed.success) return;
    const { version, reportIntervalSeconds, reportType } = parsed.data;
    connection.configReported({ version, reportIntervalSeconds, reportType });
  };

  const obey = (commandId: string, payload: Buffer): void => {
    const say = (message: Omit<Extract<AckMessage, { stage: 'result' }>, 'v' | 'ts' | 'stage'>): void =>
      connection.ack(commandId, { v: PROTOCOL_VERSION, ts: clock.now().toISOString(), stage: 'result', ...message });
    let isKnown = false;
    try {
      isKnown = CommandMessage.safeParse(JSON.parse(payload.toString('utf8'))).success;
    } catch {
      // what is no JSON is not known either
    }
    if (isKnown) connection.state(fullState());
    say(isKnown ? { ok: true, code: 'DONE' } : { ok: false, code: 'NOT_UNDERSTOOD' });
  };

  const canAsk = (): boolean => powered && network === 'reachable';
  const updateProvider = (): void => provider.setReaderOnline(code, canAsk());

  /** Somebody holds a card to it, or nobody does; unless the server has taken the question back meanwhile. */
  const answer = (payment: string): void => {
    const reader = provider.reader(code);
    if (!canAsk() || reader?.asksFor?.payment !== payment) {
      asked = null;
      return;
    }
    const card: CardAtReader = faults.take('noCard') ? 'none' : faults.take('declineCard') ? 'declined' : 'good';
    const { orderNo } = reader.asksFor;
    provider.answerReader(reader.id, card);
    asked = null;
    connection.event({ kind: 'payment.result', orderNo, result: RESULT_OF[card] });
  };
  const look = (): void => {
    timers.after(LOOKS_EVERY_MS / haste, look);
    const payment = provider.reader(code)?.asksFor?.payment ?? null;
    if (!canAsk() || payment === null || payment === asked) return;
    asked = payment;
    timers.after(random.integer(CARD_AFTER_MS.from, CARD_AFTER_MS.to) / haste, () => answer(payment));
  };
  const beat = (): void => {
    timers.after(BEATS_EVERY_MS * (0.95 + random.next() * 0.1), beat);
    connection.telemetry({});
  };

  const setPower = (isOn: boolean): void => {
    powered = isOn;
    if (isOn) connection.connect();
    else connection.vanish();
    updateProvider();
  };
  const setNetwork = (is: TerminalView['network']): void => {
    network = is;
    connection.state(fullState());
    updateProvider();
  };
  const perform = (fault: Exclude<TerminalFault, WaitingTerminalFault>): void => {
    if (fault.kind === 'pullPlug' || fault.kind === 'plugIn') setPower(fault.kind === 'plugIn');
    else if (fault.kind === 'losePaymentNetwork') setNetwork(fault.on ? 'unreachable' : 'reachable');
    else if (fault.kind === 'dropConnection') connection.drop(fault.afterMs, fault.overlap);
    else if (fault.kind === 'sendRubbish') connection.rubbish();
    else {
      faults.clear();
      if (network === 'unreachable') setNetwork('reachable');
    }
  };

  connection.connect();
  updateProvider();
  look();
  beat();
  return {
    view: () => {
      const reader = provider.reader(code);
      return {
        ...{ tenantId: options.tenantId, imei: options.imei, name: options.name ?? options.imei },
        ...{ registrationCode: code, isRegistered: reader !== undefined, powered, network },
        takesCards: reader !== undefined && canAsk(),
        ...{ online: connection.connected, refusedBecause: connection.refusedBecause },
        asksFor: reader?.asksFor?.orderNo ?? null,
        waitingFaults: faults.list().map(({ kind }) => kind),
      };
    },
    fault: (input) => {
      const fault = TerminalFault.parse(input);
      if (isWaiting(fault)) faults.add(fault);
      else perform(fault);
    },
    stop: async () => {
      await connection.disconnect();
      timers.stop();
    },
  };
}
