export { RegisterPage } from './register-page.tsx';
export { RegisterResultPage } from './register-result-page.tsx';
