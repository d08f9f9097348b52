export { tellOwner } from './tell-owner.ts';
