/** How a robot is at the moment, beside its memory: gone when the simulator stops. */
export interface RobotConditions {
  powered: boolean;
  clockSkewSeconds: number;
  /** Production takes so many times as long. */
  slowness: number;
  fridgeFailed: boolean;
  /** Milliseconds of the world's clock. */
  silentUntil: number;
}

export const freshConditions = (): RobotConditions => ({
  ...{ powered: true, clockSkewSeconds: 0, slowness: 1, fridgeFailed: false, silentUntil: 0 },
});
