interface Mark {
  /** On the screen, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/**
 * Marks that do not lie upon each other: each that would touch a larger one becomes part of it. The largest come first; `grown` is
 * the mark with another one in it, at its place.
 */
export function standApart<T extends Mark>(marks: readonly T[], grown: (into: T, other: T) => T, gap = 2): T[] {
  let apart = marks.toSorted((a, b) => b.size - a.size);
  // one that has grown may touch the next
  for (let before = apart.length + 1; apart.length < before; ) {
    before = apart.length;
    const kept: T[] = [];
    for (const mark of apart) {
      const at = kept.findIndex((one) => Math.hypot(one.x - mark.x, one.y - mark.y) < (one.size + mark.size) / 2 + gap);
      const touched = kept[at];
      if (touched) kept[at] = grown(touched, mark);
      else kept.push(mark);
    }
    apart = kept;
  }
  return apart;
}
