import type { TFunction } from 'i18next';
import type { Fault } from '#domains/robots/contract/messages.ts';
import { faultWords } from '../rules/fault-words.ts';

/** A fault in the language of the reader; the server words notices by the same rule. */
export function faultText(fault: Fault, t: TFunction): string {
  return faultWords(fault, {
    ofCode: (code) => t(`faultCode.${code}`, { defaultValue: '' }) || undefined,
    ofMaterial: (code) => t(`material.code.${code}`, { defaultValue: '' }) || undefined,
    outOf: (material) => t('materialEmpty', { material }),
  });
}
