// For ways in of other slices; nothing here brings the kit or zod along.

export { askLogin, encryptedForm, type TypedLogin } from './login/log-in.ts';
export { LoginForm } from './login/login-form.tsx';
export type { OpenPages, SignInPage, SignInPageProps } from './login/open-page.ts';
export { asksForSecondStep, SecondStepField } from './login/second-step-field.tsx';
