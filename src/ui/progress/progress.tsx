import type { Tone } from '../tag/tag.tsx';
import './progress.css';

export interface ProgressProps {
  /** Spoken name: "Milk left". */
  label: string;
  value: number;
  max?: number;
  tone?: Extract<Tone, 'info' | 'success' | 'warning' | 'danger'>;
}

export function Progress({ label, value, max = 100, tone = 'info' }: ProgressProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      className={`progress progress-${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(part * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ inlineSize: `${part * 100}%` }} />
    </div>
  );
}

/** The thin line over a part that is being fetched again; the old content stays. */
export function LoadingLine() {
  return <div className="loading-line" aria-hidden="true" />;
}
