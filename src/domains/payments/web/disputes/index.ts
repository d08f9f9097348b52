export { DisputeCards } from './dispute-cards.tsx';
export { useFact } from './use-fact.ts';
