/** Why a robot could not sell while its spot was open. */
export const GAP_KINDS = ['offline', 'fault'] as const;
export type GapKind = (typeof GAP_KINDS)[number];
