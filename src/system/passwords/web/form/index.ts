// For forms in which somebody gets a password; apart from `console`, which comes with the frame.

export { NewPasswordPair } from './new-password-pair.tsx';
