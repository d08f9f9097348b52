export { followServerPacks } from './follow-server-packs.ts';
