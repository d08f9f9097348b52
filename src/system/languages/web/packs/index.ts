export { followServerPacks, isTried, refreshServerPacks, tryTexts } from './follow-server-packs.ts';
