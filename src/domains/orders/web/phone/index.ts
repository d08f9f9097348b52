// For the program on phones; nothing here brings the kit along.

export { refundLabelTags } from '../order-tags.ts';
