import { deviceOf } from '#domains/cases/rules/device-code.ts';
import type { Services } from '#platform/context/server/services.ts';

/** What customers can scan in the demo: labels on machines by IMEI, and posters with coupons. */
export interface DemoSigns {
  readonly labels: ReadonlyMap<string, string>;
  readonly posters: readonly { readonly tenantId: string; readonly couponId: string }[];
}

export async function findSigns({ database }: Services, tenantIds: readonly string[]): Promise<DemoSigns> {
  const labels = new Map<string, string>();
  const posters: { tenantId: string; couponId: string }[] = [];
  for (const tenantId of tenantIds)
    await database.read(tenantId, async (db) => {
      const labelled = await db
        .selectFrom('case_label')
        .innerJoin('robot', 'robot.id', 'case_label.robot_id')
        .select(['robot.imei', 'case_label.code'])
        .execute();
      for (const { imei, code } of labelled) labels.set(imei, deviceOf({ tenantId, code }));
      const offered = await db
        .selectFrom('coupon')
        .select('id')
        .where('qr_claim', '=', true)
        // those of terminals hang beside the terminals
        .where('type', '<', 5)
        .orderBy('id')
        .execute();
      for (const { id } of offered) posters.push({ tenantId, couponId: id });
    });
  return { labels, posters };
}
