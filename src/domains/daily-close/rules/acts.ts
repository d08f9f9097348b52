import type { DifferenceKind, MendingAct } from '../contract/codes.ts';

interface Mended {
  readonly kind: DifferenceKind;
  readonly subject: string;
  readonly paymentId: string | null;
  readonly refundId: string | null;
}

/** What a person can do about a difference from the day's page, the likeliest first; what is left needs the page behind its link. */
export function actsOf({ kind, subject, paymentId, refundId }: Mended): readonly MendingAct[] {
  switch (kind) {
    case 'paid_not_recorded':
      return paymentId === null ? [] : ['take_over'];
    case 'double_charge':
      return subject === 'order' && paymentId !== null ? ['take_over'] : [];
    case 'refund_unknown':
      return refundId === null && paymentId === null ? [] : ['take_over'];
    case 'dispute_unknown':
      return paymentId === null ? [] : ['take_over'];
    case 'paid_not_made':
      return ['refund', 'make_again'];
    case 'hold_not_released':
      return paymentId === null ? [] : ['release'];
    default:
      return [];
  }
}
