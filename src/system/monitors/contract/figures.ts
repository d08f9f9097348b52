import * as z from 'zod';

const Count = z.int().min(0);
/** Bytes, milliseconds and processor shares as measured: no money, so no minor units. */
const Amount = z.number().min(0);
const Share = z.int().min(0);

/** What a server measured in the last seconds; what is counted, is counted since the reading before. */
export const Figures = z.strictObject({
  /** Length of the time that it is about, in milliseconds. */
  ms: Amount,
  requests: Count,
  /** Answered 4xx. */
  clientErrors: Count,
  /** Answered 5xx. */
  serverErrors: Count,
  /** By the bounds of `DURATION_BOUNDS`, and one more for what took longer. */
  buckets: z.array(Count).max(20),
  /** Since the start of the server. */
  requestsEver: Count,
  inFlight: Count,
  connections: Count,
  heapUsed: Amount,
  /** What the runtime has taken for it. */
  heapHeld: Amount,
  heapLimit: Amount,
  /** Buffers outside of the heap. */
  external: Amount,
  resident: Amount,
  gcRuns: Count,
  gcMs: Amount,
  loopDelayP50Ms: Amount,
  loopDelayP99Ms: Amount,
  /** Millionths of the time. */
  loopBusy: Share,
  handles: Count,
  /** Millionths of one core. */
  ownCpu: Share,
  /** Millionths of all cores. */
  cpu: Share,
  /** Mean number of programs that run or wait, of one minute. */
  load: Amount,
  memoryTotal: Amount,
  memoryFree: Amount,
  /** Of `DATA_DIR`. */
  diskTotal: Amount,
  diskFree: Amount,
  /** Bytes of the machine; null where the system does not say. */
  received: Amount.nullable(),
  sent: Amount.nullable(),
  /** Connections to the database. */
  poolUsed: Count,
  poolOpen: Count,
  poolWaiting: Count,
  /** Device messages that wait for their commit. */
  devicesWaiting: Count,
});
export type Figures = z.infer<typeof Figures>;
