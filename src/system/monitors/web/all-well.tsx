import type { ReactNode } from 'react';
import { Icon } from '#ui/icon/icon.tsx';

/** A card that has nothing to tell says so in one line. */
export function AllWell({ children }: { children: ReactNode }) {
  return (
    <p className="monitor-good">
      <Icon name="success" size={16} />
      <span>{children}</span>
    </p>
  );
}
