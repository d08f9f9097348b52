/**
 * How many of the first entries stand in the room: all of them, or as many as leave room for "More". Widths and room in
 * pixels.
 */
export function countFitting(widths: readonly number[], more: number, room: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths.length;
  let left = room - more;
  const first = widths.findIndex((width) => {
    left -= width;
    return left < 0;
  });
  return first < 0 ? widths.length : first;
}
