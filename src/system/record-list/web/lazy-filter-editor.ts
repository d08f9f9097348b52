import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

const load = async () => ({ default: (await import('./filter-editor.tsx')).FilterEditor });

/** Calendars and lists of choices: fetched when a filter is opened. */
export const LazyFilterEditor = lazyAgain(load);

/** Called when a hand or the keys come near. */
export const fetchFilterEditor = (): void => void load().catch(() => undefined);
