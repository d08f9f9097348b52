// For pages before the login that ask for a new password; nothing here brings the kit or zod along.

export { NewPasswordFields, newPasswordFaults } from './new-password-fields.tsx';
export { usePasswordTexts } from './use-password-texts.ts';
