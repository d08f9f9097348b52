import { ICON_PATHS, type IconName } from '../icon/icon-paths.ts';
import './drawing.css';

export interface DrawingProps {
  /** Stands in the window of the robot. */
  icon: IconName;
  /** On its screen, such as 404. */
  screen?: string | undefined;
  /** The line between the devices is cut. */
  isBroken?: boolean | undefined;
}

/** Three devices and what is between them, as on the login page: for places where there is nothing else to look at. */
export function Drawing({ icon, screen, isBroken }: DrawingProps) {
  return (
    <svg className="drawing" viewBox="0 0 180 116" width="180" height="116" aria-hidden="true">
      <g className="drawing-far">
        <path d="M12 113h156M22 113V60a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6v53M29 66h18M29 77h18M29 88h18M29 99h18" />
        <path d="M128 113V74a6 6 0 0 1 6-6h16a6 6 0 0 1 6 6v39M134 77h16v9h-16zM136 95h3M145 95h3M136 103h3M145 103h3" />
      </g>
      <g className="drawing-near">
        <path d="M62 113V32a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v81M70 37a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v11a4 4 0 0 1-4 4H74a4 4 0 0 1-4-4zM70 66a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v32a4 4 0 0 1-4 4H74a4 4 0 0 1-4-4z" />
      </g>
      <path
        className={isBroken ? 'drawing-line drawing-cut' : 'drawing-line'}
        d={isBroken ? 'M90 24V8H72M56 8H38v46M90 8h14M122 8h20v60' : 'M90 24V8M38 54V8h104v60'}
      />
      <path className="drawing-icon" transform="translate(78 70)" d={ICON_PATHS[icon]} />
      {screen && (
        <text x="90" y="47" textAnchor="middle">
          {screen}
        </text>
      )}
    </svg>
  );
}
