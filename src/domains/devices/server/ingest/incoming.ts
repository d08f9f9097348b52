import type { Device } from '../device-directory.ts';
import type { Report, ReportFrame } from '../protocols/device-protocol.ts';

/** A checked message of a known device on its way into the database. */
export interface IncomingReport {
  readonly device: Device;
  readonly frame: ReportFrame;
  readonly report: Report;
  readonly receivedAt: Date;
}

/** What was malformed, unknown or forbidden (security 10.4). */
export interface Quarantined {
  readonly imei: string;
  readonly tenantId: string | null;
  readonly topic: string;
  readonly payload: Buffer;
  readonly reason: string;
  readonly receivedAt: Date;
}

export type Incoming = { readonly good: IncomingReport } | { readonly bad: Quarantined };

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
