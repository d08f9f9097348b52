export { collectVitals } from './collect-vitals.ts';
