import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useLanguage } from '../language/use-language.ts';
import type { TimeStyle } from './format-time.ts';

/** How times are written for this reader: the tenant's zone and format, the reader's language. */
export function useTimeStyle(): TimeStyle {
  const { timeZone, timeFormat } = useTenant();
  return { timeZone, timeFormat, language: useLanguage() };
}
