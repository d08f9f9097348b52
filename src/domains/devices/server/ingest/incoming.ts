import type { QuarantineReason } from '#domains/devices/contract/quarantine.ts';
import type { Device } from '../device-directory.ts';
import type { EventOf, Report, ReportFrame } from '../protocols/device-protocol.ts';

/** A checked message of a known device on its way into the database. */
export interface IncomingReport<R extends Report = Report> {
  readonly device: Device;
  readonly frame: ReportFrame;
  readonly report: R;
  readonly receivedAt: Date;
}

/** With the place of its session among those of its device. */
export type PlacedReport<R extends Report = Report> = IncomingReport<R> & { readonly ordinal: number };

export interface PlacedEvent<Data extends EventOf<Report> = EventOf<Report>> {
  readonly incoming: PlacedReport;
  readonly data: Data;
  /** Late or out of order: kept, but not applied. */
  readonly ignored: boolean;
}

/** What is published to other slices. */
export interface Fact {
  readonly name: string;
  readonly aggregate: string;
  readonly payload: object;
}

/** What was malformed, unknown or forbidden (security 10.4). */
export interface Quarantined {
  readonly imei: string;
  readonly tenantId: string | null;
  readonly topic: string;
  readonly payload: Buffer;
  readonly reason: QuarantineReason;
  readonly receivedAt: Date;
}

export type Incoming = { readonly good: IncomingReport } | { readonly bad: Quarantined };
