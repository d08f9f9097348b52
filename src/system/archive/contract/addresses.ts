/** Months of old rows. */
export const ARCHIVE = '/isystem/archive';
/** Below the system base. */
export const ARCHIVE_FILE = '/sys/archive/file';
