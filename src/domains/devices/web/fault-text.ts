import type { TFunction } from 'i18next';
import type { Fault } from '#domains/devices/contract/messages.ts';

/** A fault in the language of the reader where its code is known, else in the robot's own words. */
export function faultText({ code, part, text }: Fault, t: TFunction): string {
  if (code === 'material-empty' && part)
    return t('materialEmpty', { material: t(`material.code.${part}`, { defaultValue: part }) });
  return t(`faultCode.${code}`, { defaultValue: text ?? code });
}
