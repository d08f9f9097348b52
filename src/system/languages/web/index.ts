export { useOpenTexts } from './use-open-texts.ts';
export { withServerTexts } from './with-server-texts.ts';
