export { tellImporter, tellOwner } from './tell-owner.ts';
