import type { TFunction } from 'i18next';
import type { DeliveryAttempt } from '../contract/endpoints.ts';

/** Why an attempt came to nothing, in words; `t` speaks those of the webhooks. */
export function whyNot({ status, error }: Pick<DeliveryAttempt, 'status' | 'error'>, t: TFunction): string {
  if (status !== null) return t('why.status', { status: String(status) });
  return t(`why.${error}`, { defaultValue: error });
}
