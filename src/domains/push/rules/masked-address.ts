const SHOWN_OF_PHONE = 3;

/** A phone or mailbox as those see it who may not send: enough to recognise one that they know (security 14.5). */
export function maskedAddress(address: string): string {
  const at = address.indexOf('@');
  if (at >= 0) return `${address.slice(0, 1)}•••${address.slice(at)}`;
  const hidden = Math.max(address.length - SHOWN_OF_PHONE * 2, 0);
  return hidden === 0
    ? address.replaceAll(/\d/g, '•')
    : address.slice(0, SHOWN_OF_PHONE) + '•'.repeat(hidden) + address.slice(-SHOWN_OF_PHONE);
}
