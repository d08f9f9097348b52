/**
 * Whether this page may send secrets: over https, or to this machine itself (product.md 3). Browsers offer encryption there
 * only; elsewhere a password must not be typed.
 */
export function isSafeWay(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}
