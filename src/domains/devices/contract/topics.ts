/** Topics `v1/{tenant}/{kind}/{imei}/…` (practice 10.1, product.md 5). */
export const DEVICE_KINDS = ['robot', 'cabinet', 'pos'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

export interface DeviceAddress {
  readonly tenantId: string;
  readonly kind: DeviceKind;
  readonly imei: string;
}

/** What a device says; `ack` carries the id of the command that it answers. */
export type UpwardChannel =
  | { readonly channel: 'state' | 'telemetry' | 'event' | 'config/reported' }
  | { readonly channel: 'ack'; readonly commandId: string };

export type ParsedTopic = DeviceAddress & UpwardChannel;

const prefix = (device: DeviceAddress): string => `v1/${device.tenantId}/${device.kind}/${device.imei}`;

export const deviceTopic = {
  state: (device: DeviceAddress): string => `${prefix(device)}/state`,
  telemetry: (device: DeviceAddress): string => `${prefix(device)}/telemetry`,
  event: (device: DeviceAddress): string => `${prefix(device)}/event`,
  ack: (device: DeviceAddress, commandId: string): string => `${prefix(device)}/ack/${commandId}`,
  command: (device: DeviceAddress, commandId: string): string => `${prefix(device)}/cmd/${commandId}`,
  /** Subscription of a device. */
  commands: (device: DeviceAddress): string => `${prefix(device)}/cmd/+`,
  configDesired: (device: DeviceAddress): string => `${prefix(device)}/config/desired`,
  configReported: (device: DeviceAddress): string => `${prefix(device)}/config/reported`,
};

/** Everything that the server listens to, over all devices. */
export const UPWARD_FILTERS = [
  'v1/+/+/+/state',
  'v1/+/+/+/telemetry',
  'v1/+/+/+/event',
  'v1/+/+/+/ack/+',
  'v1/+/+/+/config/reported',
] as const;

/** Filters that a device may publish to and subscribe with, and nothing else (security 10.2). */
export function deviceRights(device: DeviceAddress) {
  return {
    publish: [
      deviceTopic.state(device),
      deviceTopic.telemetry(device),
      deviceTopic.event(device),
      `${prefix(device)}/ack/+`,
      deviceTopic.configReported(device),
    ],
    subscribe: [deviceTopic.commands(device), deviceTopic.configDesired(device)],
    /** The only topic that a device may retain a message on. */
    retain: [deviceTopic.state(device)],
  };
}

const UPWARD =
  /^v1\/([1-9]\d{0,17})\/(robot|cabinet|pos)\/([A-Za-z0-9_-]{8,40})\/(state|telemetry|event|config\/reported|ack\/([A-Za-z0-9_-]{1,64}))$/;

/** A topic on which a device speaks, or nothing. */
export function parseUpwardTopic(topic: string): ParsedTopic | undefined {
  const match = UPWARD.exec(topic);
  if (!match) return undefined;
  const [, tenantId = '', kind, imei = '', channel, commandId] = match;
  const address = { tenantId, kind: kind as DeviceKind, imei };
  if (commandId !== undefined) return { ...address, channel: 'ack', commandId };
  return { ...address, channel: channel as 'state' | 'telemetry' | 'event' | 'config/reported' };
}
