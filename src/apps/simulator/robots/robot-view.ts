import type { Fault } from '#domains/robots/contract/messages.ts';
import type { WorldClock } from '../world/clock.ts';
import type { RobotFaultInput, RobotFaultRates } from './robot-faults.ts';

export interface RobotOptions {
  mqttUrl: string;
  tenantId: string;
  imei: string;
  password: string;
  name?: string;
  firmware?: string;
  reportIntervalSeconds?: number;
  reportType?: 'on_change' | 'scheduled';
  /** Containers with their capacity; `level` is where they start, full without it. */
  materials?: readonly { code: string; capacity: number; level?: number }[];
  outlets?: number;
  /** How long it tries to reach a broker that it was sent to, milliseconds. */
  brokerPatienceMs?: number;
  /** A robot of the demo that says no to settings, or whose settings somebody changes at the machine on its first day. */
  drift?: 'refuses' | 'byHand' | undefined;
  /** Nobody fills it up by himself. */
  waitsForRefill?: boolean | undefined;
  /** How long an update of its firmware takes, milliseconds. */
  updateTakesMs?: number;
  /** 2 makes drinks twice as fast. */
  speed?: number;
  /** When somebody takes a finished order; `null`: nobody does by himself. */
  takenAfterSeconds?: { from: number; to: number } | null;
  /** A service visit refills what runs low. */
  serviced?: boolean;
  faultRates?: RobotFaultRates;
  keepAliveSeconds?: number;
  seed?: number | string;
  /** Folder of the robot's memory; without it a stopped robot has forgotten everything. */
  dataDir?: string;
  clock?: WorldClock;
}

export interface RobotView {
  tenantId: string;
  imei: string;
  name: string;
  powered: boolean;
  online: boolean;
  /** Why the last connection was refused, such as a wrong password. */
  refusedBecause: string | null;
  mode: 'normal' | 'maintain';
  session: string;
  seq: number;
  clockSkewSeconds: number;
  slowness: number;
  making: string | null;
  queue: number;
  outlets: { outlet: number; state: string; orderNo: string | null }[];
  materials: { code: string; level: number; capacity: number }[];
  faults: Fault[];
  waitingFaults: string[];
  unacknowledged: number;
  /** What it runs with. */
  settings: { reportIntervalSeconds: number; reportType: string; menuVersion: string; firmware: string };
  /** What becomes of settings that it is told. */
  settingsAnswer: 'take' | 'refuse' | 'ignore';
}

export interface Robot {
  readonly imei: string;
  view(): RobotView;
  fault(fault: RobotFaultInput): void;
  /** A customer takes this order out of the outlet. */
  take(orderNo: string): void;
  stop(): Promise<void>;
}
