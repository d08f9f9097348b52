/**
 * Whether this page may still make calls. Once another browser tab has logged out, in, or to another tenant, what is on
 * this screen belongs to somebody else than the stored session (platform.md 4): the page is being left and stays silent.
 */
let guard: () => boolean = () => true;

export function guardCalls(mayCall: () => boolean): void {
  guard = mayCall;
}

export function pageMayCall(): boolean {
  return guard();
}
