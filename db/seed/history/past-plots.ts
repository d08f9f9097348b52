import type { Random } from '#apps/simulator/world/random.ts';
import type { Plot } from './past-order.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Before, the tenants did not pay failed drinks back by themselves; people had to look. */
const SWITCHED_ON_DAYS_AGO = 87;

/** The shares of the stories, and how long each takes; whatever is left was made, handed out and enjoyed. */
const SHARES: readonly (readonly [plot: Plot, share: number, hoursBack: number])[] = [
  ['cancelled', 0.03, 0],
  ['expired', 0.012, 0],
  ['declined', 0.01, 0],
  ['secondCard', 0.015, 0],
  ['failed', 0.02, 0],
  ['notTaken', 0.03, 2],
  ['stalled', 0.008, 7],
  ['agreed', 0.012, 26],
  ['refused', 0.008, 26],
  ['withdrawn', 0.005, 3],
  ['staffRefund', 0.006, 3],
  ['late', 0.003, 1],
];

/** How the story of an order went that was made this long ago. */
export function pickPlot(ageMs: number, random: Random): Plot {
  let left = random.next();
  for (const [plot, share, hoursBack] of SHARES) {
    left -= share;
    if (left >= 0) continue;
    if (plot === 'failed' && ageMs > SWITCHED_ON_DAYS_AGO * DAY) return 'failedUnrefunded';
    return ageMs >= hoursBack * HOUR ? plot : 'pickedUp';
  }
  return 'pickedUp';
}
