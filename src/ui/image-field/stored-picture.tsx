import { fileAddress } from '#platform/files/web/file-address.ts';

const FILM = /\.mp4$/;

/** Whether a path leads to a film. */
export const isFilm = (path: string): boolean => FILM.test(path);

interface StoredPictureProps {
  path: string;
  /** What it shows, for who does not see it; empty where the text beside it says so. */
  label: string;
  className: string;
  /** A film can be played, without sound; else its first frame stands for it. */
  canPlay?: boolean;
  isLazy?: boolean;
}

/** A stored picture or film, wherever screens show it: a film never begins by itself, and never with sound (ux-guide 12). */
export function StoredPicture({ path, label, className, canPlay = false, isLazy = false }: StoredPictureProps) {
  const source = fileAddress(path);
  if (!isFilm(path))
    return <img className={className} src={source} alt={label} loading={isLazy ? 'lazy' : undefined} />;
  return (
    <video
      className={className}
      // the first frame in place of none
      src={`${source}#t=0.1`}
      aria-label={label || undefined}
      aria-hidden={label === '' || undefined}
      muted
      playsInline
      disablePictureInPicture
      controlsList="nodownload noremoteplayback"
      preload="metadata"
      controls={canPlay}
      tabIndex={canPlay ? undefined : -1}
      onVolumeChange={({ currentTarget }) => {
        currentTarget.muted = true;
      }}
    />
  );
}
