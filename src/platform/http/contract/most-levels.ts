/** Levels of lists and objects in what a stranger sends: nothing of ours needs more, and a schema would follow it until its stack is full. */
export const MOST_LEVELS = 32;
