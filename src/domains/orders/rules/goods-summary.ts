import type { Language } from '#platform/http/contract/envelope.ts';
import { beginningOf } from '#platform/http/contract/fields.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';

const SUMMARY_LENGTH = 200;

/** What lists write of the goods; no Chinese words where none of the drinks has any. */
export function goodsSummary(
  lines: readonly { readonly quantity: number; readonly name: string; readonly nameZh: string }[],
): { name: string; nameZh: string } {
  const summaryIn = (language: Language): string =>
    beginningOf(
      joinWords(
        lines.map((line) => `${line.quantity} × ${localName(language, line.name, line.nameZh)}`),
        language,
      ),
      SUMMARY_LENGTH,
    );
  return { name: summaryIn('en-US'), nameZh: lines.some((line) => line.nameZh !== '') ? summaryIn('zh-CN') : '' };
}
