export { DisputeCards } from './dispute-cards.tsx';
