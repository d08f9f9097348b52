// A page before the login; nothing here brings the kit or zod along.

export { ChoicesPage } from './choices-page.tsx';
