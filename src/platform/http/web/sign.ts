import { type SignedParams, signedText } from '../rules/signed-text.ts';
import { md5 } from './md5.ts';

export { signedText } from '../rules/signed-text.ts';

/** Upper-case MD5 of the signed text and the shared secret. A hint about integrity, never a proof of identity. */
export function sign(address: string, params: SignedParams | undefined, secret: string): string {
  return md5(signedText(address, params) + secret).toUpperCase();
}

/** `yyyyMMddHHmmss` in the browser's zone, with the seconds right (the older client broke them below 10 ms). */
export function signTime(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    String(now.getFullYear()).padStart(4, '0') +
    two(now.getMonth() + 1) +
    two(now.getDate()) +
    two(now.getHours()) +
    two(now.getMinutes()) +
    two(now.getSeconds())
  );
}
