import type { RunStop } from '#domains/refill-runs/contract/endpoints.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useRunWords } from './words.ts';

const SIZE = { width: 340, height: 150, edge: 18 };

interface TourSketchProps {
  stops: readonly RunStop[];
  from: { readonly latitude: number; readonly longitude: number } | undefined;
}

/** Where the robots stand to each other, in the order of the tour: drawn by the phone itself, so that it needs no network. */
export function TourSketch({ stops, from }: TourSketchProps) {
  const { words } = useRunWords();
  const places = placesOf(stops);
  if (places.length < 2) return null;
  const all = from ? [from, ...places] : places;
  const middle = (all.reduce((sum, { latitude }) => sum + latitude, 0) / all.length) * (Math.PI / 180);
  // a degree of longitude is shorter away from the equator
  const xs = all.map(({ longitude }) => longitude * Math.cos(middle));
  const ys = all.map(({ latitude }) => -latitude);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const { width, height, edge } = SIZE;
  const scale = Math.min((width - 2 * edge) / (across || 1e-9), (height - 2 * edge) / (down || 1e-9), 1e7);
  const x = (at: number): number => edge + ((xs[at] ?? 0) - left) * scale + (width - 2 * edge - across * scale) / 2;
  const y = (at: number): number => edge + ((ys[at] ?? 0) - top) * scale + (height - 2 * edge - down * scale) / 2;
  const first = from ? 1 : 0;
  return (
    <svg
      className="mobile-card refill-sketch"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={filled(words.sketch, { count: places.length })}
    >
      <polyline points={all.map((_, at) => `${x(at)},${y(at)}`).join(' ')} />
      {from && <circle className="refill-here" cx={x(0)} cy={y(0)} r="6" />}
      {places.map(({ key, turns }, at) => (
        <g key={key}>
          <circle cx={x(at + first)} cy={y(at + first)} r={turns.length > 1 ? 14 : 10} />
          <text x={x(at + first)} y={y(at + first) + 4}>
            {turns.length > 1 ? `${turns[0]}–${turns.at(-1)}` : turns[0]}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface SketchPlace {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Of the stops there, from 1. */
  readonly turns: readonly number[];
}

/** Stops at one place that follow each other are one. */
function placesOf(stops: readonly RunStop[]): readonly SketchPlace[] {
  return stops.reduce<readonly SketchPlace[]>((places, { robotId, latitude, longitude }, at) => {
    if (latitude === null || longitude === null) return places;
    const last = places.at(-1);
    if (last?.latitude === latitude && last.longitude === longitude)
      return [...places.slice(0, -1), { ...last, turns: [...last.turns, at + 1] }];
    return [...places, { key: robotId, latitude, longitude, turns: [at + 1] }];
  }, []);
}
