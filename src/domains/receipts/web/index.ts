export { DaySheetButton } from './day-sheet-button.tsx';
export { ReceiptButton, RefundPaper } from './receipt-button.tsx';
