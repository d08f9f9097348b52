import { findRobotsToChange, robotSight } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { casePage } from '../contract/addresses.ts';
import { type CaseLabel, MOST_LABELS } from '../contract/endpoints.ts';
import { deviceOf } from '../rules/device-code.ts';
import { labelsOf } from './label-store.ts';

/** What is printed for machines that the caller sees; each gets its code with its first label. */
export function labels(
  context: RequestContext,
  { robotIds, spotId }: { readonly robotIds?: readonly string[] | undefined; readonly spotId?: string | undefined },
): Promise<CaseLabel[]> {
  const { tenantId, services } = context;
  if ([...(robotIds ?? []), ...(spotId === undefined ? [] : [spotId])].some((id) => !isUuid(id)))
    raise('robot.not-found');
  return context.transaction(async (tx) => {
    const asked = {
      ...(robotIds === undefined ? {} : { ids: robotIds }),
      ...(spotId === undefined ? {} : { spotIds: [spotId] }),
    };
    const robots =
      robotIds?.length === 0 ? [] : await findRobotsToChange(tx.db, robotSight(tx.actor), asked, MOST_LABELS);
    const codes = await labelsOf(
      tx.db,
      robots.map(({ id }) => id),
      tx.now(),
    );
    return robots.flatMap(({ id, imei, name, spot_name, spot_name_zh }) => {
      const code = codes.get(id);
      if (code === undefined) return [];
      const address = `${services.config.publicUrl}${casePage(deviceOf({ tenantId, code }))}`;
      const spotName = localName(context.language, spot_name ?? '', spot_name_zh ?? '');
      return [{ robotId: id, robotName: name, imei, spotName, address }];
    });
  });
}
