/** Safari has no idle callback; the wait then is a little longer than a first paint takes. */
const WAIT_MS = 300;
const AT_THE_LATEST_MS = 3_000;

/** Does work that nothing waits for, once the screen is drawn and the browser has time. A failure stays silent. */
export function afterFirstPaint(work: () => Promise<unknown>): void {
  const quietly = (): void => void work().catch(() => undefined);
  requestAnimationFrame(() =>
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(quietly, { timeout: AT_THE_LATEST_MS });
      else setTimeout(quietly, WAIT_MS);
    }),
  );
}
