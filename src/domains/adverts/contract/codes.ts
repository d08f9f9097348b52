export const FILE_TYPES = ['image', 'video'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Vertical is 1080 × 1920 pixels, horizontal 1920 × 1080 (settled 70). */
export const DISPLAYS = ['vertical', 'horizontal'] as const;
export type Display = (typeof DISPLAYS)[number];

export const LONGEST_SECONDS = 60;
/** As many as a cabinet takes with one command. */
export const MOST_CLIPS = 100;
export const MOST_PLACES = 200;
