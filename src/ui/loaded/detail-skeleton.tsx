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
