import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

const params = z.strictObject({ name: z.string(), imei: z.string(), days: z.int() });

/** The countdown has come to 0 (practice 13: minor); settled when maintenance is recorded. */
export const maintenanceDueNotice = noticeKind('maintenance.due', 'warning', params);

/** Three days and more beyond it (practice 13: major). */
export const maintenanceOverdueNotice = noticeKind('maintenance.overdue', 'danger', params);
