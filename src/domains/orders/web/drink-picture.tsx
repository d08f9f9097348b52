import { fileAddress } from '#platform/files/web/file-address.ts';
import './drink-picture.css';

const SIZE = 24;

/** A cup that steams, or a glass with ice and a straw; on the grid and with the stroke of the kit's icons. */
const DRAWINGS = {
  hot: 'M5 10h11v5a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 11.5h1a2 2 0 0 1 0 4h-1M8.5 4.5q-1.2 1.5 0 3M12.5 4.5q-1.2 1.5 0 3',
  cold: 'M7 7h10l-1.2 13H8.2zM7.5 11h9M14 7l2-4M10 13.5h2.4v2.4H10z',
} as const;

/** The first drink of an order at a glance: its image where it has one, otherwise a drawing. The name stands beside it. */
export function DrinkPicture({ of: drink }: { of: { image: string; temperature: string } | null }) {
  if (drink?.image) {
    return (
      <img className="drink-picture" src={fileAddress(drink.image)} alt="" width={SIZE} height={SIZE} loading="lazy" />
    );
  }
  const kind = drink?.temperature === 'cold' ? 'cold' : 'hot';
  return (
    <span className={`drink-picture drink-${kind}`}>
      <svg
        viewBox="0 0 24 24"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={DRAWINGS[kind]} />
      </svg>
    </span>
  );
}
