import type { ReactNode } from 'react';
import { Drawing } from '../drawing/drawing.tsx';
import type { IconName } from '../icon/icon.tsx';
import './empty.css';

export interface EmptyProps {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

export function Empty({ icon = 'list', title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Drawing icon={icon} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
