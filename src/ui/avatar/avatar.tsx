import { initialsOf, tintOf } from '#platform/viewer/rules/initials.ts';
import './avatar.css';

const TINTS = 6;

export interface AvatarProps {
  name: string;
  /** Address of a picture. */
  src?: string | undefined;
  size?: number;
}

/**
 * A person beside a name; decoration, for the name says who it is. The initials are drawn by the style: as text they would
 * be part of a button's visible label and miss in its name.
 */
export function Avatar({ name, src, size = 24 }: AvatarProps) {
  if (src) return <img className="avatar" src={src} alt="" width={size} height={size} loading="lazy" />;
  return (
    <span
      className={`avatar avatar-${tintOf(name, TINTS)}`}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}
