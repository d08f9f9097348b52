import type { OfferedArt } from '#domains/latte-art/contract/offered-art.ts';
import type { OrderArt } from '#domains/orders/contract/order-record.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';

/** The picture of a line as it is kept, for a reader. */
export function artView(kept: unknown, language: Language): OrderArt | null {
  if (!kept) return null;
  const { id, name, nameZh, image } = kept as OfferedArt;
  return { id, name: localName(language, name, nameZh), image };
}
