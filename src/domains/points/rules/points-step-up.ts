import { POINTS_BEFORE_STEP_UP } from '../contract/points.ts';

/**
 * Whether staff must give the password again (security 4.9): points are worth money, so all that was changed by hand for this
 * customer within a day counts; `movedBefore` is the sum of amounts without their sign.
 */
export const pointsNeedStepUp = (movedBefore: number, asked: number): boolean =>
  movedBefore + Math.abs(asked) > POINTS_BEFORE_STEP_UP;
