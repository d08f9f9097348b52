import * as z from 'zod';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { Instant } from '#platform/http/contract/fields.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { periodDays } from '../rules/export-period.ts';
import type { ExportDefinition } from './define-export.ts';

/** How all lists name the range of days that they are narrowed by. */
const Days = z.object({ createdFrom: Instant, createdTo: Instant.optional() });

/** What a file is called on the disk of its owner: its kind and the days of its filter, else the day on which it was asked for. */
export async function fileLabel(
  db: TenantDb,
  definition: ExportDefinition,
  { request, language, at }: { request: unknown; language: Language; at: Date },
): Promise<string> {
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const name = definition.name(language).toLocaleLowerCase(language);
  const days = Days.safeParse(request).data;
  if (!days) return `${name} ${localDay(at, time_zone)}`;
  // a list that is open to today ends with it
  const to = days.createdTo === undefined ? at : new Date(days.createdTo);
  const { first, last } = periodDays({ from: new Date(days.createdFrom), to }, time_zone);
  return first === last ? `${name} ${first}` : wordsOf('export.file-of-days', { name, first, last }, language);
}
