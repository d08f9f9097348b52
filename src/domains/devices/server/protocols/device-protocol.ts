import type { AckMessage, ConfigReportedData } from '#domains/devices/contract/messages.ts';
import type { QuarantineReason } from '#domains/devices/contract/quarantine.ts';
import type { ParsedTopic } from '#domains/devices/contract/topics.ts';

/** What a message says, whatever the protocol it came in. A kind of device knows more of its own. */
export type Report =
  | { readonly kind: 'state'; readonly data: { readonly online: boolean } }
  | { readonly kind: 'telemetry'; readonly data: object }
  | { readonly kind: 'event'; readonly data: { readonly kind: string } }
  | { readonly kind: 'config'; readonly data: ConfigReportedData };

/** What the events among these reports say. */
export type EventOf<R extends Report> = Extract<R, { kind: 'event' }>['data'];

/** Where and when a device says that it said it. */
export interface ReportFrame {
  readonly messageId: string;
  readonly session: string;
  readonly seq: number;
  readonly deviceAt: Date;
}

export type Reading<R extends Report = Report> =
  | { readonly readable: 'report'; readonly frame: ReportFrame; readonly report: R }
  | { readonly readable: 'ack'; readonly ack: AckMessage }
  /** Goes to quarantine with its reason. */
  | { readonly readable: 'no'; readonly because: QuarantineReason };

/** One protocol version of one kind of device. The next one is a new sibling, never an if in the old one. */
export interface DeviceProtocol<R extends Report = Report> {
  read(channel: ParsedTopic['channel'], payload: Buffer): Reading<R>;
  writeCommand(command: { cmd: string; args: unknown; issuedAt: Date; ttlSeconds: number }): string;
  writeConfig(settings: {
    version: number;
    reportIntervalSeconds: number;
    reportType: 'on_change' | 'scheduled';
    url?: string;
  }): string;
}
