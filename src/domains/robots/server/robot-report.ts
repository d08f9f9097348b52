import type { ConfigReportedData } from '#domains/devices/contract/messages.ts';
import type { RobotEventData, StateData, TelemetryData } from '#domains/robots/contract/messages.ts';

/** What a robot's message says, whatever the protocol it came in. */
export type RobotReport =
  | { readonly kind: 'state'; readonly data: StateData }
  | { readonly kind: 'telemetry'; readonly data: TelemetryData }
  | { readonly kind: 'event'; readonly data: RobotEventData }
  | { readonly kind: 'config'; readonly data: ConfigReportedData };

/** Telemetry as it is kept beside the robot: the newest value of each part. */
export interface RobotTelemetry {
  /** Tenths of a degree Celsius. */
  readonly temperatures?: Readonly<Record<string, number>>;
  readonly materials?: Readonly<Record<string, number>>;
  readonly outlets?: Readonly<Record<string, string>>;
  readonly pumps?: Readonly<Record<string, boolean>>;
  readonly window?: 'closed' | 'open';
  readonly cupsSinceMaintenance?: number;
}
