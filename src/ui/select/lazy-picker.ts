import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

const load = async () => ({ default: (await import('./option-picker.tsx')).OptionPicker });

/** The list of a select: fetched when one is opened, for its box alone stands on every page. */
export const LazyPicker = lazyAgain(load);

/** Called when a hand or the keys come near. */
export const fetchPicker = (): void => void load().catch(() => undefined);
