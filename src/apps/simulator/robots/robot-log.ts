import type { TemperatureReading } from '#domains/robots/contract/messages.ts';

export interface LogLine {
  at: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

export interface RobotLog {
  write(at: Date, level: LogLine['level'], text: string): void;
  between(from: Date, to: Date): LogLine[];
  /** The days before the simulator began. */
  fillUntil(end: Date, temperaturesAt: (at: Date) => TemperatureReading[]): void;
}

const LINES_KEPT = 5_000;
const REACHES_BACK_MS = 72 * 3_600_000;
const LINE_EVERY_MS = 300_000;

/** The robot's own log, oldest lines first; `uploadLog` sends a span of it. */
export function createRobotLog(): RobotLog {
  const lines: LogLine[] = [];
  const write: RobotLog['write'] = (at, level, text) => {
    lines.push({ at: at.toISOString(), level, text });
    if (lines.length > LINES_KEPT) lines.splice(0, lines.length - LINES_KEPT);
  };
  return {
    write,
    fillUntil: (end, temperaturesAt) => {
      for (let at = end.getTime() - REACHES_BACK_MS; at < end.getTime(); at += LINE_EVERY_MS) {
        const words = temperaturesAt(new Date(at)).map(
          ({ part, celsiusTenths }) => `${part} ${(celsiusTenths / 10).toFixed(1)} °C`,
        );
        write(new Date(at), 'info', `temperatures: ${words.join(', ')}`);
      }
    },
    between: (from, to) => lines.filter((line) => line.at >= from.toISOString() && line.at < to.toISOString()),
  };
}
