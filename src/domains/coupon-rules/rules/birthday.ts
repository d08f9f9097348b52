/**
 * Whose birthday it is on a local day, `yyyy-MM-dd`: the months and days, `MM-dd`, that are celebrated. Who was born on
 * 29 February does so on the 28th of other years, as rules of that day run (practice 6).
 */
export function birthdaysOn(day: string): string[] {
  const date = Temporal.PlainDate.from(day);
  const own = day.slice(5);
  return own === '02-28' && !date.inLeapYear ? [own, '02-29'] : [own];
}
