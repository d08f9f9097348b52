// For the program on phones; nothing here brings the kit along.

export { healthTags, soldOutTags } from '../robot-tags.ts';
