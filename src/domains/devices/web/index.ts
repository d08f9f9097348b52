export { PasswordDialog, ShownPassword } from './password-dialogs.tsx';
