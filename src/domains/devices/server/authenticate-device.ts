import { createHash, timingSafeEqual } from 'node:crypto';
import type { Services } from '#platform/context/server/services.ts';
import type { Device } from './device-directory.ts';
import { gatewayOf } from './gateway.ts';

/** The device that calls with the password of its MQTT access; a robot of older firmware reports over HTTP (settled 47). */
export async function authenticateDevice(
  services: Services,
  { imei, password }: { readonly imei: string; readonly password: string },
): Promise<Device | undefined> {
  const known = await gatewayOf(services)?.directory.find(imei);
  const digest = createHash('sha256').update(password).digest();
  return known && timingSafeEqual(digest, known.passwordDigest) ? known : undefined;
}
