import { scaleBand, scaleLinear } from 'd3-scale';
import { curveMonotoneX, curveStepBefore, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { valueAxis, writtenLabels } from './axis.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';

const FOOT = 22;
const HEAD = 8;
const LABEL = 52;
const BAR = 34;
const LETTER = 7.6;
/** In pixels, nearly; Chinese letters are nearly twice as wide. */
const widthOf = (text = ''): number =>
  LETTER * [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1.75 : 1), 0);

export interface PlotProps extends ChartData {
  /** What is drawn, for those who do not see it. */
  label: string;
  height: number;
}

/** Bars of now before the line of the period before, with axis, lines and a card: drawn to the pixel width of its place. */
export default function Plot({ points, series, shape, format, formatShort, label, height }: PlotProps) {
  const isLine = shape === 'lines' || shape === 'steps';
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number>();
  const axis = valueAxis(series);
  const gutter = Math.max(...axis.ticks.map((tick) => widthOf(formatShort(tick)))) + 10;
  const y = scaleLinear([0, axis.top], [height - FOOT, HEAD]);
  const x = scaleBand(
    points.map((_, index) => index),
    [gutter, Math.max(gutter + 1, width - 4)],
  ).paddingInner(0.28);
  const middle = (index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
  const labels = writtenLabels(points.length, width - gutter, Math.max(LABEL, widthOf(points.at(-1)?.label) + 8));
  const shownAt = at === undefined ? undefined : Math.min(at, points.length - 1);

  const pointed = (event: PointerEvent<HTMLElement>): void => {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(nearest(place - gutter, x.step(), points.length));
  };
  const pressed = (event: KeyboardEvent<HTMLElement>): void => {
    const to = {
      ArrowRight: (shownAt ?? -1) + 1,
      ArrowLeft: (shownAt ?? points.length) - 1,
      Home: 0,
      End: points.length - 1,
    }[event.key];
    if (event.key === 'Escape' && shownAt !== undefined) {
      event.stopPropagation();
      setAt(undefined);
    }
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(points.length - 1, to)));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drawing inside takes the focus
    <div
      ref={box}
      className="plot"
      onPointerMove={pointed}
      onPointerLeave={() => setAt(undefined)}
      onBlur={() => setAt(undefined)}
      onKeyDown={pressed}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read it value by value */}
      <svg width={width} height={height} role="img" aria-label={label} tabIndex={0}>
        {axis.ticks.map((tick) => (
          <g key={tick} className="plot-line">
            <line x1={gutter} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={gutter - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatShort(tick)}
            </text>
          </g>
        ))}
        {shownAt !== undefined && (
          <rect
            className="plot-band"
            x={middle(shownAt) - x.step() / 2}
            width={x.step()}
            y={HEAD}
            height={height - FOOT - HEAD}
          />
        )}
        {series.map((one, index) =>
          one.isGhost || isLine ? null : (
            <Bars key={one.key} series={one} at={index} x={x} y={y} foot={height - FOOT} />
          ),
        )}
        {series
          .filter(({ isGhost }) => isGhost || isLine)
          .map((one) => (
            <path
              key={one.key}
              className={one.isGhost ? 'plot-ghost' : `plot-series line-${series.indexOf(one) + 1}`}
              d={
                line<number | null>()
                  .defined((value) => value !== null)
                  .x((_, index) => middle(index))
                  .y((value) => y(value ?? 0))
                  .curve(shape === 'steps' ? curveStepBefore : curveMonotoneX)([...one.values]) ?? undefined
              }
            />
          ))}
        {labels
          .filter((index) => middle(index) + widthOf(points[index]?.label) / 2 <= width)
          .map((index) => (
            <text key={index} className="plot-label" x={middle(index)} y={height - 4} textAnchor="middle">
              {points[index]?.label}
            </text>
          ))}
      </svg>
      {shownAt !== undefined && (
        <Opener to={points[shownAt]?.to} middle={middle(shownAt)} step={x.step()} height={height - FOOT} />
      )}
      {shownAt !== undefined && (
        <div
          className="plot-card"
          aria-live="polite"
          style={middle(shownAt) > width / 2 ? { right: width - middle(shownAt) + 14 } : { left: middle(shownAt) + 14 }}
        >
          <strong>{points[shownAt]?.title}</strong>
          <dl>
            {series.map((one, index) => (
              <div key={one.key}>
                <dt>
                  <i className={one.isGhost ? 'swatch swatch-ghost' : `swatch swatch-${index + 1}`} />
                  {one.label}
                </dt>
                <dd>{one.values[shownAt] === null ? '–' : format(one.values[shownAt] ?? 0)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}

interface OpenerProps {
  to: string | undefined;
  middle: number;
  step: number;
  height: number;
}

/** The place under the pointer opens its rows. Keys go through the table, where each number is a link. */
function Opener({ to, middle, step, height }: OpenerProps) {
  const place = { left: middle - step / 2, width: step, height };
  return to && <Link to={to} className="plot-open" tabIndex={-1} aria-hidden="true" style={place} />;
}

interface BarsProps {
  series: ChartSeries;
  at: number;
  x: ReturnType<typeof scaleBand<number>>;
  y: (value: number) => number;
  foot: number;
}

function Bars({ series, at, x, y, foot }: BarsProps) {
  const width = Math.min(BAR, x.bandwidth());
  return (
    <g className={`plot-bars data-${at + 1}`}>
      {series.values.map((value, index) => {
        if (!value) return null;
        const top = y(value);
        return (
          <rect
            key={index}
            x={(x(index) ?? 0) + (x.bandwidth() - width) / 2}
            width={width}
            y={top}
            height={Math.max(1, foot - top)}
            rx={Math.min(3, width / 3)}
          />
        );
      })}
    </g>
  );
}

function nearest(place: number, step: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(place / step)));
}

/** The width in which it is drawn, to the pixel. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
