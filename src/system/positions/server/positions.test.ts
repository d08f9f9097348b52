import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { positions } from '../contract/positions.ts';

behavesAsRecords(positions, () => ({ code: 'TECH', name: 'Technician', postRank: 2 }) as const);
