// What only a tenant fetches that is not set up or has not sold yet: one file, for each way to a file costs every page.
export { FirstSteps } from './first-steps.tsx';
export { SetupChecklist } from './setup-checklist.tsx';
