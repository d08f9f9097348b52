export { notifyImporter, notifyOwner } from './notify-owner.ts';
