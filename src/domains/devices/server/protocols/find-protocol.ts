import type { DeviceKind } from '#domains/devices/contract/topics.ts';
import type { DeviceProtocol } from './device-protocol.ts';
import { robotV1 } from './robot-v1.ts';

const PROTOCOLS: Readonly<Record<DeviceKind, ReadonlyMap<number, DeviceProtocol>>> = {
  robot: new Map([[1, robotV1]]),
  cabinet: new Map(),
  pos: new Map(),
};

export function findProtocol(kind: DeviceKind, version: number): DeviceProtocol | undefined {
  return PROTOCOLS[kind].get(version);
}
