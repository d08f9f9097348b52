import type orderTexts from '#domains/orders/locales/en-US.json';
import type refundTexts from '#domains/refunds/locales/en-US.json';
import type robotTexts from '#domains/robots/locales/en-US.json';
import type { Language } from '#platform/http/contract/envelope.ts';
import type ownTexts from './locales/en-US.json';

type OwnTexts = typeof ownTexts;
type OrderTexts = typeof orderTexts;
type RefundTexts = typeof refundTexts;
type RobotTexts = typeof robotTexts;

/** The translation library weighs a quarter of what these pages may; like the login page they read their packs themselves. */
export type MobileTexts = OwnTexts & {
  readonly orders: Pick<OrderTexts, 'state' | 'status' | 'refundLabel' | 'event' | 'timeline' | 'actor' | 'money'>;
  readonly refunds: Pick<RefundTexts, 'refund'>;
  readonly robotWords: Pick<RobotTexts, 'health' | 'soldOut' | 'part' | 'command' | 'commandState'>;
};

interface Packs {
  readonly own: () => Promise<{ default: OwnTexts }>;
  readonly orders: () => Promise<{ default: OrderTexts }>;
  readonly refunds: () => Promise<{ default: RefundTexts }>;
  readonly robots: () => Promise<{ default: RobotTexts }>;
}

const packs: Readonly<Record<Language, Packs>> = {
  'en-US': {
    own: () => import('./locales/en-US.json', { with: { type: 'json' } }),
    orders: () => import('#domains/orders/locales/en-US.json', { with: { type: 'json' } }),
    refunds: () => import('#domains/refunds/locales/en-US.json', { with: { type: 'json' } }),
    robots: () => import('#domains/robots/locales/en-US.json', { with: { type: 'json' } }),
  },
  'zh-CN': {
    own: () => import('./locales/zh-CN.json', { with: { type: 'json' } }),
    orders: () => import('#domains/orders/locales/zh-CN.json', { with: { type: 'json' } }),
    refunds: () => import('#domains/refunds/locales/zh-CN.json', { with: { type: 'json' } }),
    robots: () => import('#domains/robots/locales/zh-CN.json', { with: { type: 'json' } }),
  },
};

export async function loadMobileTexts(language: Language): Promise<MobileTexts> {
  const { own, orders, refunds, robots } = packs[language];
  const [texts, orderWords, refundWords, robotWords] = await Promise.all([own(), orders(), refunds(), robots()]);
  return { ...texts.default, orders: orderWords.default, refunds: refundWords.default, robotWords: robotWords.default };
}

/** A word of a code that comes from the server; one that this version does not know is shown as it is. */
export function wordOf(words: Readonly<Record<string, string>>, code: string | number): string {
  return words[String(code)] ?? String(code);
}
