import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { robotReadings } from '../contract/status-list.ts';

/** The readings of the robots that a person sees. */
export const statusList = serveList(robotReadings, { visible: bySpot('spotId') });
