export interface LogLine {
  at: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

export interface RobotLog {
  write(at: Date, level: LogLine['level'], text: string): void;
  between(from: Date, to: Date): LogLine[];
}

const LINES_KEPT = 5_000;

/** The robot's own log, oldest lines first; `uploadLog` sends a span of it. */
export function createRobotLog(): RobotLog {
  const lines: LogLine[] = [];
  return {
    write: (at, level, text) => {
      lines.push({ at: at.toISOString(), level, text });
      if (lines.length > LINES_KEPT) lines.splice(0, lines.length - LINES_KEPT);
    },
    between: (from, to) => lines.filter((line) => line.at >= from.toISOString() && line.at < to.toISOString()),
  };
}
