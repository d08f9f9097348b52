export { FirstSteps, SetupCheck } from './setup-check.tsx';
