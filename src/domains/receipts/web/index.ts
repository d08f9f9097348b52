export { ReceiptButton, RefundPaper } from './receipt-button.tsx';
