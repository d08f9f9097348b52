import type { ReactNode } from 'react';
import './scroll-box.css';

/** A box for what may be wider than its place, such as a plain table: it scrolls sideways, by keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
    <section className="scroll-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
