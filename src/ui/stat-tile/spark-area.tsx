const WIDTH = 100;
const HEIGHT = 48;

export interface SparkAreaProps {
  /** Null for what is still to come. */
  values: readonly (number | null)[];
  /** The period before, place by place. */
  ghost?: readonly number[] | undefined;
}

/** A trend without axes, as wide as its place; decoration beside a value that says the same in words. */
export function SparkArea({ values, ghost }: SparkAreaProps) {
  const known = values.filter((value) => value !== null);
  const count = Math.max(values.length, ghost?.length ?? 0);
  if (count < 2) return null;
  const top = Math.max(1, ...known, ...(ghost ?? []));
  const place = (value: number, index: number): string =>
    `${((index / (count - 1)) * WIDTH).toFixed(2)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 6)).toFixed(2)}`;
  const end = (((known.length - 1) / (count - 1)) * WIDTH).toFixed(2);
  const line = known.map(place).join(' ');
  return (
    <svg className="spark-area" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {ghost && <polyline className="spark-ghost" points={ghost.map(place).join(' ')} />}
      {known.length > 1 && (
        <>
          <polygon className="spark-fill" points={`0,${HEIGHT} ${line} ${end},${HEIGHT}`} />
          <polyline className="spark-line" points={line} />
        </>
      )}
    </svg>
  );
}
