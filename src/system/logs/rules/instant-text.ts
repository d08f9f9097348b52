/**
 * A day or a time of the tenant's clock as older clients write it, `yyyy-MM-dd[ HH:mm[:ss]]`, as a whole time; a day that ends a period
 * ends it with its last second. Nothing where there is no such day or time.
 */
export function instantText(text: string, isEnd: boolean): string | undefined {
  const [day = '', clock] = text.split(/[ T]/);
  const time = clock ?? (isEnd ? '23:59:59' : '00:00:00');
  const full = time.length === 5 ? `${time}:${isEnd ? '59' : '00'}` : time;
  const read = new Date(`${day}T${full}Z`);
  // a day that the month does not have would become one of the next
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(`${day}T${full}`)) return undefined;
  return `${day} ${full}.${isEnd ? '999' : '000'}`;
}
