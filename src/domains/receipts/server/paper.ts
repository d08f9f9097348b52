import { fileAddressAt } from '#platform/files/server/index.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { type SliceTexts, sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import type { CurrencyDisplay } from '#platform/money/rules/format-money.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';
import { receiptHtml } from '../rules/receipt-html.ts';

interface PaperOf {
  readonly language: Language;
  readonly currencyFormat: CurrencyDisplay;
  readonly nonce: string;
  readonly origin?: string;
}

/** A document as a page in the reader's language. */
export function paperOf(document: ReceiptDocument, { language, currencyFormat, nonce, origin = '' }: PaperOf): string {
  const texts = sliceTexts('paper', language);
  return receiptHtml(document, {
    ...{ language, currencyFormat, nonce },
    t: texts,
    channelWord: channelWord(document, texts),
    fileAddress: (path) => fileAddressAt(origin, path),
  });
}

const channelWord = ({ paymentChannel }: ReceiptDocument, t: SliceTexts): string => t(`channelName.${paymentChannel}`);
