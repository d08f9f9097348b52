import { narrowSpots } from '#domains/orders/server/index.ts';
import { findRunOuts, robotSight, visibleSpots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { RunOut } from '../contract/endpoints.ts';

/** What has to be filled today of the robots that a person sees, with names in the reader's language. */
export function listRunOut(context: RequestContext, { spotId }: { spotId?: string | undefined }): Promise<RunOut> {
  const now = context.now();
  const { actor, language } = context;
  return context.read(async (db) => {
    const sight = robotSight(actor, narrowSpots(visibleSpots(actor), spotId));
    const found = await findRunOuts(db, sight, now);
    return {
      now: now.toISOString(),
      robots: found.map(({ robot, materials }) => ({
        ...{ id: robot.id, imei: robot.imei, name: robot.name, at: materials[0].at.toISOString() },
        spotName: robot.spot_name === null ? null : localName(language, robot.spot_name, robot.spot_name_zh ?? ''),
        materials: materials.map(({ name, nameZh, at, isEmpty }) => ({
          ...{ name: localName(language, name, nameZh), at: at.toISOString(), isEmpty },
        })),
      })),
    };
  });
}
