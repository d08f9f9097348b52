export { PriceDialog } from './price-dialog.tsx';
