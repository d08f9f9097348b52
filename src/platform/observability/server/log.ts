import { type Logger, type LoggerOptions, pino } from 'pino';

/** What of an error belongs into a log line: drivers hang whole connections on theirs. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorLine(error.cause) }),
  };
}

/** Structured JSON, UTC, without secrets (security 14.1). */
export function openLog(level: LoggerOptions['level']): Logger {
  return pino({
    level: level ?? 'info',
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorLine },
    redact: ['password', 'token', '*.password', '*.token', '*.secret'],
  });
}
