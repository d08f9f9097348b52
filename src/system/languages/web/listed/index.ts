export { useLanguages } from './use-languages.ts';
