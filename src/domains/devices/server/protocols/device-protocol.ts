import type { RobotCommand } from '#domains/devices/contract/commands.ts';
import type {
  AckMessage,
  ConfigReportedData,
  RobotEventData,
  StateData,
  TelemetryData,
} from '#domains/devices/contract/messages.ts';
import type { ParsedTopic } from '#domains/devices/contract/topics.ts';

/** What a message says, whatever the protocol it came in. */
export type Report =
  | { readonly kind: 'state'; readonly data: StateData }
  | { readonly kind: 'telemetry'; readonly data: TelemetryData }
  | { readonly kind: 'event'; readonly data: RobotEventData }
  | { readonly kind: 'config'; readonly data: ConfigReportedData };

/** Where and when a device says that it said it. */
export interface ReportFrame {
  readonly messageId: string;
  readonly session: string;
  readonly seq: number;
  readonly deviceAt: Date;
}

export type Reading =
  | { readonly readable: 'report'; readonly frame: ReportFrame; readonly report: Report }
  | { readonly readable: 'ack'; readonly ack: AckMessage }
  /** Goes to quarantine with its reason. */
  | { readonly readable: 'no'; readonly because: string };

/** One protocol version of one kind of device. The next one is a new sibling, never an if in the old one. */
export interface DeviceProtocol {
  read(channel: ParsedTopic['channel'], payload: Buffer): Reading;
  writeCommand(command: { cmd: RobotCommand; args: unknown; issuedAt: Date; ttlSeconds: number }): string;
  writeConfig(settings: {
    version: number;
    reportIntervalSeconds: number;
    reportType: 'on_change' | 'scheduled';
  }): string;
}
