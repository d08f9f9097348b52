import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import type { CaseProof } from '../contract/cases.ts';
import { type DeviceName, deviceOf } from '../rules/device-code.ts';

const MINUTES = 30;

interface Proved {
  readonly device: DeviceName;
  readonly orderNo: string;
  readonly provedBy: CaseProof;
}

const macOf = (secrets: Pick<Secrets, 'hmac'>, { device, orderNo, provedBy }: Proved, until: string): Buffer =>
  secrets.hmac('case-proof', [deviceOf(device), orderNo, provedBy, until].join('\n'));

/** Says for half an hour that its holder has shown that an order is his. */
export function giveProof(secrets: Pick<Secrets, 'hmac'>, proved: Proved, now: Date) {
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000);
  const until = String(expiresAt.getTime());
  const mac = macOf(secrets, proved, until).toString('base64url');
  return { proof: [proved.orderNo, proved.provedBy, until, mac].join('.'), expiresAt: expiresAt.toISOString() };
}

/** Undefined where it is not ours, of another machine, or over. */
export function readProof(
  secrets: Pick<Secrets, 'hmac'>,
  device: DeviceName,
  proof: string,
  now: Date,
): { readonly orderNo: string; readonly provedBy: CaseProof } | undefined {
  const [orderNo = '', by = '', until = '', mac = ''] = proof.split('.');
  if ((by !== 'pickup' && by !== 'payment') || !/^\d{1,16}$/.test(until) || Number(until) <= now.getTime())
    return undefined;
  const right = macOf(secrets, { device, orderNo, provedBy: by }, until);
  const given = Buffer.from(mac, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right) ? { orderNo, provedBy: by } : undefined;
}
