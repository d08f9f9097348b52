export { SetupCheck } from './setup-check.tsx';
