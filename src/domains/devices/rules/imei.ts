const IMEI = /^[A-Za-z0-9_-]{8,40}$/;

/** User name, client id and topic part of a device, hence none of `+ # / $` (security 10.1). */
export function isImei(text: string): boolean {
  return IMEI.test(text);
}
