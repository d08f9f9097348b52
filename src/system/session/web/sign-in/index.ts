export { AlterationPage } from './alteration-page.tsx';
export { RegisterPage } from './register-page.tsx';
export { RegisterResultPage } from './register-result-page.tsx';
