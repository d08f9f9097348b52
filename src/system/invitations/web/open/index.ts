// A page before the login; nothing here brings the kit or zod along.

export { InvitationPage } from './invitation-page.tsx';
