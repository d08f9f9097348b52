import type { ReactNode } from 'react';
import './entry-list.css';

/** A few entries below each other, each of some lines. `isInBareCard`: the card around has no padding, so they look like rows. */
export const EntryList = ({ isInBareCard = false, children }: { isInBareCard?: boolean; children: ReactNode }) => (
  <ul className={isInBareCard ? 'entry-list entry-cards' : 'entry-list'}>{children}</ul>
);

/** What it is on the left, what it comes to on the right. */
export const EntryLine = ({ children }: { children: ReactNode }) => <div className="entry-line">{children}</div>;
