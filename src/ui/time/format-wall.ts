import { formatTime, type TimeStyle } from './format-time.ts';

/** `yyyy-MM-dd`, `HH:mm`, or both with a T between, in the tenant's format: no zone has a say in it. */
export function formatWall(wall: string, style: Omit<TimeStyle, 'timeZone'>): string {
  const [day = '', clock] = wall.includes(':') && !wall.includes('T') ? ['2000-01-01', wall] : wall.split('T');
  const part = clock === undefined ? 'day' : day === wall.slice(0, 10) ? 'minute' : 'clock';
  return formatTime(Date.parse(`${day}T${clock ?? '00:00'}Z`), { ...style, timeZone: 'UTC' }, part);
}
