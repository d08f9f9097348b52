export { DaySheetButton } from './day-sheet-button.tsx';
export { ReceiptButton, RefundPaper, RentalPaper } from './receipt-button.tsx';
