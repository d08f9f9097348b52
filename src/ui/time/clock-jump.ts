import { shownMs, wallMs, wallText } from './zoned.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Where a time is skipped: the last minute (`HH:mm`) before it, and the first one after it. */
export function clockJump(wall: string, timeZone: string): { readonly before: string; readonly after: string } {
  const wanted = wallMs(wall);
  let [low, high] = [wanted - DAY_MS, wanted + DAY_MS];
  const offsetBefore = shownMs(low, timeZone) - low;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (shownMs(middle, timeZone) - middle === offsetBefore) low = middle;
    else high = middle;
  }
  return { before: wallText(low, timeZone).slice(11), after: wallText(high, timeZone).slice(11) };
}
