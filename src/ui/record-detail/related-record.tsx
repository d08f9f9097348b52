import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './record-detail.css';

export interface RelatedRecordProps {
  /** Undefined for those who may not open it: the name stays, without a link. */
  to: string | undefined;
  /** Its name or number, never a bare id. */
  name: string;
  /** How it is at this moment, where that is known. */
  state?: ReactNode;
}

/** Another record that this one belongs to or led to: a link with a preview of its state (ux-guide 4). */
export function RelatedRecord({ to, name, state }: RelatedRecordProps) {
  return (
    <span className="related-record">
      {to === undefined ? name : <Link to={to}>{name}</Link>}
      {state}
    </span>
  );
}
