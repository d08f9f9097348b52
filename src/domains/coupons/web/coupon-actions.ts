import type { TFunction } from 'i18next';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { couponCopy } from '../contract/addresses.ts';
import { type Coupon, coupons } from '../contract/coupons.ts';
import { couponEndpoints } from '../contract/endpoints.ts';
import { openCouponDialog } from './coupon-dialogs.tsx';

/** What is done with one coupon, in the list and on its page; `t` speaks its words. */
export function couponActions(row: Coupon, t: TFunction): RowAction[] {
  return [
    {
      ...{ key: 'send', label: t('send.action'), icon: 'mail', by: couponEndpoints.send },
      onSelect: () => openCouponDialog('send', row),
    },
    ...(row.batchMadeAt === null && row.left > 0
      ? [
          {
            ...({
              key: 'generate',
              label: t('generate.action'),
              icon: 'list',
              by: couponEndpoints.generateCodes,
            } as const),
            onSelect: () => openCouponDialog('generate', row),
          },
        ]
      : []),
    { key: 'copy', label: t('detail.copy'), icon: 'copy', by: coupons.endpoints.add, to: couponCopy(row.id) },
  ];
}
