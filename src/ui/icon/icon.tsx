import { ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

/** The icon of that name, as a menu of the server sends it; one that this kit does not draw is the fallback. */
export function iconOf(name: string | undefined, fallback: IconName): IconName {
  return name !== undefined && Object.hasOwn(ICON_PATHS, name) ? (name as IconName) : fallback;
}

export interface IconProps {
  name: IconName;
  size?: number;
  /** A name makes the icon speak; without one it is decoration beside a text. */
  label?: string;
  className?: string;
}

/** Drawn with the round ends of lines that have no length. */
const DOTTED: ReadonlySet<IconName> = new Set(['more', 'dot', 'grip']);

export function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={DOTTED.has(name) ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ flex: 'none' }}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
