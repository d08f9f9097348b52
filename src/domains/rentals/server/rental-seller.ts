import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RentalDetail } from '../contract/rental.ts';
import { readRentalDetail } from './rental-view.ts';

/** What a receipt says of who sold, as it was when the rental began (practice 18.3). */
export const RentalSeller = z.object({
  layout: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  companyIdentification: z.string(),
  companyLogo: z.string(),
  taxationMethod: z.string(),
  customerServiceEmail: z.string(),
  spotName: z.string(),
  /** Rentals of before have one name. */
  spotNameZh: z.string().default(''),
  spotAddress: z.string(),
  timeZone: z.string(),
});
export type RentalSeller = z.infer<typeof RentalSeller>;

/** The company of a spot now; a cabinet without a spot sells in the name of its tenant. */
export async function sellerAt(db: TenantDb, spotId: string | null): Promise<RentalSeller> {
  const tenant = await db.selectFrom('tenant').select(['name', 'time_zone']).executeTakeFirstOrThrow();
  const spot =
    spotId === null
      ? undefined
      : await db
          .selectFrom('spot')
          .select([
            'name',
            'name_zh',
            'address',
            'receipt_layout',
            'company_name',
            'company_address',
            'company_identification',
          ])
          .select(['company_logo', 'taxation_method', 'customer_service_email'])
          .where('id', '=', spotId)
          .executeTakeFirst();
  return {
    ...{ layout: spot?.receipt_layout ?? 'default', companyName: spot?.company_name || tenant.name },
    ...{ companyAddress: spot?.company_address ?? '', companyIdentification: spot?.company_identification ?? '' },
    ...{ companyLogo: spot?.company_logo ?? '', taxationMethod: spot?.taxation_method ?? '' },
    ...{ customerServiceEmail: spot?.customer_service_email ?? '', spotName: spot?.name ?? '' },
    ...{ spotNameZh: spot?.name_zh ?? '', spotAddress: spot?.address ?? '', timeZone: tenant.time_zone },
  };
}

export interface SoldRental {
  readonly rental: RentalDetail;
  readonly seller: RentalSeller;
}

/** A rental that the reader may see, with what its receipt needs beside; of one from before that was kept, as its spot is now. */
export async function readSoldRental(
  db: TenantDb,
  reader: Pick<RequestContext, 'actor' | 'language' | 'now'>,
  orderNo: string,
): Promise<SoldRental> {
  const rental = await readRentalDetail(db, reader, orderNo);
  const row = await db
    .selectFrom('rental_order')
    .select(['receipt', 'spot_id'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row) return raise('rental.not-found');
  const seller = row.receipt ? RentalSeller.parse(row.receipt) : await sellerAt(db, row.spot_id);
  return { rental, seller: { ...seller, spotName: localName(reader.language, seller.spotName, seller.spotNameZh) } };
}
