import { Skeleton, SkeletonLines, useSkeletonTime } from '../skeleton/skeleton.tsx';
import './loaded.css';

/** A page whose code is on its way: what nearly all of them have, a title and a card of lines. */
export function PageSkeleton() {
  const isSeen = useSkeletonTime(true);
  return (
    <div className={isSeen ? 'page-skeleton' : 'page-skeleton loaded-unseen'} aria-busy="true">
      <Skeleton width={180} height={24} />
      <div className="card">
        <SkeletonLines lines={12} />
      </div>
    </div>
  );
}
