import { DryRunRequest } from '../contract/endpoints.ts';
import type { ChangeKind } from '../contract/fleet-changes.ts';

/** What is typed on the page, as it is typed. */
export interface Asked {
  readonly kind: ChangeKind;
  readonly reportIntervalSeconds: string;
  readonly reportType: string;
  readonly canOrderInApp: string;
  readonly appLayout: string;
  readonly brokerId: string;
  readonly firmware: string;
  readonly scope: 'allRobots' | 'someSpots' | 'someRobots';
  readonly spotIds: string[];
  readonly imeis: string;
}

export const NOTHING_ASKED: Asked = {
  ...{ kind: 'settings', reportIntervalSeconds: '', reportType: '', canOrderInApp: '', appLayout: '', brokerId: '' },
  ...{ firmware: '', scope: 'allRobots', spotIds: [], imeis: '' },
};

/** The request of the dry run; undefined while something of it is not said yet. */
export function requestOf(asked: Asked): DryRunRequest | undefined {
  const { kind, scope } = asked;
  const given = Object.fromEntries(
    (['reportIntervalSeconds', 'reportType', 'canOrderInApp', 'appLayout'] as const)
      .filter((name) => kind === 'settings' && asked[name] !== '')
      .map((name) => [name, name === 'canOrderInApp' ? asked[name] === 'true' : asked[name]]),
  );
  if (kind === 'settings' && Object.keys(given).length === 0) return undefined;
  if (kind === 'broker' && asked.brokerId === '') return undefined;
  const imeis = asked.imeis.split(/[\s,;]+/).filter(Boolean);
  if ((scope === 'someSpots' && asked.spotIds.length === 0) || (scope === 'someRobots' && imeis.length === 0))
    return undefined;
  return DryRunRequest.safeParse({
    ...{ kind, ...given },
    ...(given['reportIntervalSeconds'] === undefined
      ? {}
      : { reportIntervalSeconds: Number(given['reportIntervalSeconds']) }),
    ...(kind === 'broker' ? { brokerId: asked.brokerId } : {}),
    ...(kind === 'firmware' ? { firmware: asked.firmware.trim() } : {}),
    ...(scope === 'someSpots' ? { spotIds: asked.spotIds } : {}),
    ...(scope === 'someRobots' ? { imeis } : {}),
  }).data;
}
