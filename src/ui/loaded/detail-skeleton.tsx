import { Skeleton, SkeletonLines } from '../skeleton/skeleton.tsx';
import './loaded.css';

/** The layout of a record's page while it is on its way: main column and facts. */
export function DetailSkeleton() {
  return (
    <div className="detail-skeleton">
      {[5, 7].map((lines) => (
        <div key={lines} className="card card-body">
          <Skeleton width={140} height={18} />
          <SkeletonLines lines={lines} />
        </div>
      ))}
    </div>
  );
}

/** The same beside a list, in one column: its state, then its parts. */
export function PanelSkeleton() {
  return (
    <div className="detail-main">
      <Skeleton width={160} height={22} />
      {[3, 5, 6].map((lines) => (
        <div key={lines} className="card">
          <SkeletonLines lines={lines} />
        </div>
      ))}
    </div>
  );
}
