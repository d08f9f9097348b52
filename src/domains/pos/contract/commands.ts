import * as z from 'zod';
import { commandMessage } from '#domains/devices/contract/commands.ts';

/** The full state request, after a gap in `seq`: answered by a complete `state`. */
export const ReportStateArgs = z.strictObject({});

/** What a terminal can be asked. */
export const PosCommandMessage = commandMessage('reportState', ReportStateArgs);
