import { createContext, use } from 'react';

/** Stops the data of every part of the page, not the clock. */
export const PausedContext = createContext(false);
export const usePaused = (): boolean => use(PausedContext);
