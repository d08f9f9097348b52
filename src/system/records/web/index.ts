export { recordSearcher } from './record-searcher.ts';
