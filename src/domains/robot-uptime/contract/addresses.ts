import { queryText } from '#platform/http/contract/query-text.ts';
import type { GapKind } from './gap-kinds.ts';

/** Robots monitoring: the health of the fleet over days. */
export const ROBOTS_MONITORING = '/dashboard/robots';
/** The times in which robots could not sell: what its figures are made of. */
export const DOWNTIME = `${ROBOTS_MONITORING}/downtime`;

interface DowntimeAsked {
  readonly from: string;
  readonly to: string;
  readonly spotId?: string | undefined;
  readonly kind?: GapKind;
  readonly imei?: string;
  /** One day of the period. */
  readonly day?: string;
}

/** The list of exactly the times that a figure of these days is made of. */
export const downtimeBehind = ({ spotId, ...asked }: DowntimeAsked): string =>
  `${DOWNTIME}?${queryText({ ...asked, ...(spotId ? { spotId } : {}) })}`;
