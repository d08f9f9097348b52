/** Words in the name of a call after which money of customers moves, or a machine moves its parts. */
const MONEY = /(refund|pay$|payOrder|capture|charge|createOrder|changeStep|sendCommand|startBatch|retryBatch)/i;
/** Settings and trials that hold such a word and move nothing. */
const NOT_YET = /(config|setting|calculate|preview|export|template|search|limit)/i;

/** Whether the page warns before a call is tried. By the name, so that a new call of the kind is warned about as well. */
export function movesMoney(operationId: string): boolean {
  return MONEY.test(operationId) && !NOT_YET.test(operationId);
}
