/** Upper bounds of the histograms of answered requests, in seconds; what takes longer is counted behind the last one. */
export const DURATION_BOUNDS: readonly number[] = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];
