import type { ReactNode } from 'react';
import { Drawing } from '#ui/drawing/drawing.tsx';
import type { StateCode } from './state-pages.ts';
import './state-page.css';

const ICONS = { 403: 'key', 404: 'search', 500: 'warning' } as const;

/** What is wrong, and the way on. It knows neither router nor translation: it is shown without a login too. */
export function StatePage({ code, title, text, children }: StatePageProps) {
  return (
    <div className="state-page">
      <Drawing icon={ICONS[code]} screen={code} isBroken={code === '500'} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}

interface StatePageProps {
  code: StateCode;
  title: string;
  text: string;
  /** The way on. */
  children: ReactNode;
}
