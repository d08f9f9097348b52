// What pages before the login of other slices are built from; nothing here brings the kit or zod along.

export { FailureBox } from './login/failure-box.tsx';
export { filled } from './login/filled.ts';
export { askLogin, encryptedForm, failureText } from './login/log-in.ts';
export { LoginField } from './login/login-field.tsx';
export { LoginForm } from './login/login-form.tsx';
export type { OpenPage, OpenPageProps, OpenPages } from './login/open-page.ts';
export { SubmitButton } from './login/submit-button.tsx';
export { BackToLogin } from './sign-in/open-link.tsx';
