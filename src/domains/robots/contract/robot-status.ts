/** What a robot says about itself; being offline is what the server knows about it. */
export const ROBOT_MODES = ['normal', 'maintain'] as const;
export type RobotMode = (typeof ROBOT_MODES)[number];

/** Status shown to people (domain 4): offline wins over the mode. */
export const ROBOT_STATUSES = ['normal', 'maintain', 'offline'] as const;
export type RobotStatus = (typeof ROBOT_STATUSES)[number];

/** What a list may ask for: `online` is all that are not offline (settled 42), and no status of a robot. */
export const ROBOT_STATUS_FILTERS = [...ROBOT_STATUSES, 'online'] as const;

/** How much of what is offered can still be made (domain 4, practice 13). */
export const SOLD_OUT_STATES = ['available', 'partly', 'soldOut'] as const;
export type SoldOutState = (typeof SOLD_OUT_STATES)[number];

/** When a robot reports by itself; on change it still sends a heartbeat per interval (practice 10.2). */
export const REPORT_TYPES = ['on_change', 'scheduled'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const APP_LAYOUTS = ['default', 'categories'] as const;
export type AppLayout = (typeof APP_LAYOUTS)[number];

/**
 * How a robot is, in one word, worst first (settled 154). The last one is not on that scale: nobody has set the robot up yet.
 * The status codes of the specification stay beside it.
 */
export const ROBOT_HEALTHS = [
  'offline',
  'fault',
  'soldOut',
  'maintenance',
  'warning',
  'selling',
  'notConnected',
] as const;
export type RobotHealth = (typeof ROBOT_HEALTHS)[number];

/** Somebody should look after it: it sells nothing although it should, says that something is broken, or soon sells less. */
export const ATTENTION_HEALTHS = ['offline', 'fault', 'soldOut', 'warning'] as const satisfies readonly RobotHealth[];

/** Why, as a code; the faults stand beside it in the record. */
export const HEALTH_REASONS = [
  'offline',
  'fault',
  'outOfMaterials',
  'switchedOff',
  'nothingOffered',
  'maintenance',
  'someOutOfMaterials',
  'someSwitchedOff',
  'lowMaterials',
  'selling',
  'neverConnected',
] as const;
