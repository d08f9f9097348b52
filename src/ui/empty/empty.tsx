import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
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
      <span className="empty-mark">
        <Icon name={icon} size={22} />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
