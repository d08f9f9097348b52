import { CallError } from '#platform/http/web/call-error.ts';
import { STEP_UP_REQUIRED } from '#platform/http/web/step-up.ts';

export type Outcome =
  | { readonly state: 'sending' | 'done' }
  /** In words of the reader's language. */
  | { readonly state: 'failed'; readonly reason: string };

interface Sending {
  send: (id: string, idempotencyKey: string) => Promise<unknown>;
  tell: (id: string, outcome: Outcome) => void;
  /** Kept over repetitions of what may have come about. */
  keys: Map<string, string>;
}

/** A refusal concerns one request and the others go on; what would meet every one of them ends it. */
export async function answerOneByOne(ids: readonly string[], { send, tell, keys }: Sending): Promise<void> {
  for (const id of ids) {
    const key = keys.get(id) ?? crypto.randomUUID();
    keys.set(id, key);
    tell(id, { state: 'sending' });
    try {
      await send(id, key);
      tell(id, { state: 'done' });
    } catch (error) {
      tell(id, { state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      if (!(error instanceof CallError)) throw error;
      if (!error.leavesOpen) keys.delete(id);
      if (meetsAll(error)) return;
    }
  }
}

/** No network, no session, too many calls, or the password was not given. */
const meetsAll = ({ status, problem }: CallError): boolean =>
  status === 0 || status === 401 || status === 429 || problem === STEP_UP_REQUIRED;
