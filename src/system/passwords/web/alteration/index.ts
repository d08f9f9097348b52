export { AlterationPage } from './alteration-page.tsx';
