import { useEffect, useRef, useState } from 'react';
import './skeleton.css';

export interface SkeletonProps {
  width?: number | string;
  height?: number;
}

export function Skeleton({ width = '100%', height = 14 }: SkeletonProps) {
  return <span className="skeleton" aria-hidden="true" style={{ inlineSize: width, blockSize: height }} />;
}

const WIDTHS = ['72%', '94%', '58%', '86%', '66%', '90%'];

export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton-lines">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={WIDTHS[index % WIDTHS.length]} />
      ))}
    </div>
  );
}

const AFTER_MS = 150;
const AT_LEAST_MS = 300;

/** Should the skeleton be seen? Only when waiting takes 150 ms, then for 300 ms at least, so that nothing flickers (ux-guide 9). */
export function useSkeletonTime(isWaiting: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (isWaiting === isShown) return;
    const left = isWaiting ? AFTER_MS : AT_LEAST_MS - (performance.now() - since.current);
    const timer = setTimeout(
      () => {
        since.current = performance.now();
        setShown(isWaiting);
      },
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [isWaiting, isShown]);
  return isShown;
}
