import type * as z from 'zod';

/** What a picture of the carousel opens (domain 8, jump types). */
export const JUMP_TYPES = [0, 1, 2, 3, 4] as const;
export type JumpType = (typeof JUMP_TYPES)[number];
/** Pages that every client has (domain 8): a client's own page begins with a slash. */
export const PRESET_PAGES = ['help', 'join-form', 'shopping-cart', 'coupon-list'] as const;

interface Jump {
  readonly jumpType: JumpType;
  readonly target: string;
  readonly from: string | null;
  readonly to: string | null;
}

const OWN_PAGE = /^\/(?!\/)[\w\-./?=&%]{0,499}$/;
/** An address of the web, or one that another app of the phone answers to: `wallet://card`. */
const ADDRESS = /^(https?|[a-z][a-z0-9+.-]{1,30}):\/\/[^\s]+$/i;
const DANGEROUS = /^(javascript|data|vbscript|file):/i;

/** Whether the target fits what the picture opens: nothing, a page of the client, or an address (domain 8). */
export function isJumpTarget({ jumpType, target }: Pick<Jump, 'jumpType' | 'target'>): boolean {
  switch (jumpType) {
    case 0:
      return target === '';
    case 1:
    case 2:
      return (PRESET_PAGES as readonly string[]).includes(target) || OWN_PAGE.test(target);
    default:
      return ADDRESS.test(target) && !DANGEROUS.test(target);
  }
}

/** Each fault at the field that puts it right (settled 115). */
export function checkCarousel(slides: readonly Jump[], context: z.RefinementCtx): void {
  for (const [place, slide] of slides.entries()) {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [place, field], message });
    if (!isJumpTarget(slide)) fault('target', slide.jumpType > 2 ? 'tenant.jump-address' : 'tenant.jump-page');
    if (slide.from !== null && slide.to !== null && slide.from > slide.to) fault('to', 'tenant.ends-before-it-begins');
  }
}
