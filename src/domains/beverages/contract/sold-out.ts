/** Why a drink cannot be ordered from a robot: staff took it off, a material does not reach, or the robot says that it has none. */
export const SOLD_OUT_REASONS = ['switchedOff', 'material', 'fault'] as const;
export type SoldOutReason = (typeof SOLD_OUT_REASONS)[number];
