import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

export { AnswerOrderDialog } from './answer-refund-dialog.tsx';
export { BulkAnswer } from './bulk-answer.tsx';
export { useRefundActions } from './refund-actions.ts';
export { RefundButton } from './refund-button.tsx';
export { RefundHistory } from './refund-history.tsx';
export { useRefundSuccess } from './use-refund-success.ts';

/** Fetched when they are first opened. */
export const RefundDialog = lazyAgain(() => import('./refund-dialog.tsx'));
export const GiftDialog = lazyAgain(() => import('./gift-dialog.tsx'));
export const AnswerRefundsDialog = lazyAgain(() => import('./bulk-answers/answer-refunds-dialog.tsx'));
