/** Channels that a tenant can set up; what each setting holds is in `adapters.ts`. */
export const CONFIG_CHANNELS = ['stripe', 'free'] as const;
export type ConfigChannel = (typeof CONFIG_CHANNELS)[number];
