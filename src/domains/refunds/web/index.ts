import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

export { AnswerOrderDialog } from './answer-refund-dialog.tsx';
export { BulkAnswer } from './bulk-answer.tsx';
export { useRefundActions } from './refund-actions.ts';
export { RefundButton } from './refund-button.tsx';
export { RefundDialog } from './refund-dialog.tsx';
export { RefundHistory } from './refund-history.tsx';

/** Fetched when it is first opened. */
export const AnswerRefundsDialog = lazyAgain(() => import('./bulk-answers/answer-refunds-dialog.tsx'));
