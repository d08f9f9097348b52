import {
  type BindManyRequest,
  type ChangeResults,
  type ChangeSettingsRequest,
  MOST_CHANGED,
} from '#domains/fleet/contract/endpoints.ts';
import { RobotPageRequest } from '#domains/robots/contract/endpoints.ts';
import { bindServiceSpots, findRobot, pageRobots, robotSight, updateRobot } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOfRefusal } from '#platform/problems/server/words-of-problem.ts';

type Chosen = Pick<BindManyRequest, 'imeis' | 'matching' | 'expected'>;

interface Named {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
}

export function bindMany(context: RequestContext, request: BindManyRequest): Promise<ChangeResults> {
  const { spotId } = request;
  return each(context, request, ({ id }) => bindServiceSpots(context, { robotIds: [id], spotId }));
}

export function changeSettings(context: RequestContext, request: ChangeSettingsRequest): Promise<ChangeResults> {
  return each(context, request, ({ id }) => updateRobot(context, { id, ...request.settings }));
}

/** Each robot by itself: one that is refused keeps none of the others. One that the caller does not see refuses all. */
async function each(
  context: RequestContext,
  chosen: Chosen,
  change: (robot: Named) => Promise<unknown>,
): Promise<ChangeResults> {
  const robots = chosen.imeis ? await robotsOf(context, chosen.imeis) : await robotsMatching(context, chosen);
  const results: ChangeResults['results'] = [];
  for (const robot of robots) {
    const { imei, name } = robot;
    try {
      await change(robot);
      results.push({ imei, name, done: true, message: null });
    } catch (error) {
      const someAreDone = results.some(({ done }) => done);
      const message = wordsOfRefusal(error, context.language, someAreDone);
      results.push({ imei, name, done: false, message });
    }
  }
  return { results };
}

function robotsOf(context: RequestContext, imeis: readonly string[]): Promise<Named[]> {
  return context.read(async (db) => {
    const robots: Named[] = [];
    for (const imei of new Set(imeis))
      robots.push((await findRobot(db, { imei }, robotSight(context.actor))) ?? raise('robot.not-found'));
    return robots;
  });
}

async function robotsMatching(context: RequestContext, { matching, expected }: Chosen): Promise<readonly Named[]> {
  const filters = RobotPageRequest.parse(matching);
  const { records, total } = await pageRobots(context, { ...filters, pageNo: 1, pageSize: MOST_CHANGED });
  if (total !== expected) raise('fleet.count-changed', { count: total });
  if (total > MOST_CHANGED) raise('fleet.too-many', { maximum: MOST_CHANGED });
  return records;
}
