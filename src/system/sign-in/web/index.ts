// For ways in of other slices; nothing here brings the kit or zod along.

export { askLogin, encryptedForm } from './login/log-in.ts';
export { LoginForm, type TypedLogin } from './login/login-form.tsx';
export type { OpenPages, SignInPage, SignInPageProps } from './login/open-page.ts';
export { asksForSecondStep, SecondStepField } from './login/second-step-field.tsx';
