/** When the check looks, after the console was loaded, and how many payment settings it asks for (platform.md 9). */
export const SETUP_CHECK = { delayMs: 3_000, pageSize: 10 } as const;
