import type { ReactNode } from 'react';
import './card.css';

export interface CardProps {
  title?: ReactNode;
  /** At the end of the head: links, small buttons. */
  extra?: ReactNode;
  /** No padding, for tables and lists that reach the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, extra, flush, className, children }: CardProps) {
  return (
    <section className={['card', flush && 'card-flush', className].filter(Boolean).join(' ')}>
      {(title || extra) && (
        <header className="card-head">
          {title && <h2>{title}</h2>}
          {extra && <div className="button-group">{extra}</div>}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  );
}
