import type { ReactNode } from 'react';
import './tag.css';

export type Tone = 'neutral' | 'info' | 'busy' | 'success' | 'warning' | 'danger';

/** One outline per tone, so that a state is shown by shape and word, not by colour alone (ux-guide 12). */
const SHAPES: Record<Tone, ReactNode> = {
  neutral: <circle cx="5" cy="5" r="3" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  info: <circle cx="5" cy="5" r="3.6" fill="currentColor" />,
  busy: (
    <path d="M5 1.4a3.6 3.6 0 1 0 3.6 3.6" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
  ),
  success: (
    <path d="M1.5 5.4l2.4 2.3 4.6-5" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
  ),
  warning: <path d="M5 1l4.4 8H.6z" fill="currentColor" />,
  danger: <path d="M1.5 1.5h7v7h-7z" fill="currentColor" transform="rotate(45 5 5) scale(.86) translate(.8 .8)" />,
};

export interface TagProps {
  tone?: Tone;
  /** Leave the mark out where the tag names a kind rather than a state. */
  plain?: boolean;
  children: ReactNode;
}

export function Tag({ tone = 'neutral', plain, children }: TagProps) {
  return (
    <span className={`tag tone-${tone}`}>
      {!plain && (
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" style={{ flex: 'none' }}>
          {SHAPES[tone]}
        </svg>
      )}
      <span>{children}</span>
    </span>
  );
}
