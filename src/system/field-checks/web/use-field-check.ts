import { useEffect, useState } from 'react';
import { call } from '#platform/http/web/call.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { fieldCheckEndpoints } from '../contract/endpoints.ts';

/** Ux-guide 5: asked when typing has stopped for this long. */
const DELAY_MS = 500;

/** A check that says nothing: the value is free, or could not be checked; saving checks again. */
type Ask = (value: string, signal: AbortSignal) => Promise<string | undefined>;

export interface FieldCheckState {
  readonly isChecking: boolean;
  /** The server's words against this very value. */
  readonly fault: string | undefined;
}

const IDLE: FieldCheckState = { isChecking: false, fault: undefined };

/** Asks the server about a value after a pause; a newer value cancels the older question. Typing is never blocked. */
function useFieldCheck(value: string, isAsked: boolean, key: string, ask: Ask): FieldCheckState {
  const [answer, setAnswer] = useState<{ question: string; fault: string | undefined }>();
  const question = `${key} ${value}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question says all that the asking depends on
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(value, stop.signal).then(
        (fault) => setAnswer({ question, fault }),
        () => {
          if (!stop.signal.aborted) setAnswer({ question, fault: undefined });
        },
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question, isAsked]);
  if (!isAsked) return IDLE;
  return answer?.question === question
    ? { isChecking: false, fault: answer.fault }
    : { isChecking: true, fault: undefined };
}

async function refusalOf(work: Promise<unknown>, problem: string): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof CallError && error.problem === problem) return error.message;
    throw error;
  }
}

export interface UniqueQuestion {
  /** As `duplicate/check` names them: `sys_user`, `work_no`. */
  table: string;
  field: string;
  /** The record that is edited: its own value is free. */
  dataId?: string | undefined;
}

/** Is the value taken? `initial`: the value that the record has, which is not checked. */
export function useUniqueCheck(value: string, { table, field, dataId }: UniqueQuestion, initial = ''): FieldCheckState {
  const text = value.trim();
  const key = `${table}.${field} ${dataId ?? ''}`;
  return useFieldCheck(text, text !== '' && text !== initial, key, (fieldVal, signal) =>
    refusalOf(
      call(
        fieldCheckEndpoints.duplicate,
        { tableName: table, fieldName: field, fieldVal, ...(dataId === undefined ? {} : { dataId }) },
        { signal, notices: 'none' },
      ),
      'field-check.taken',
    ),
  );
}

/** Does the value satisfy the check rule of this code? */
export function useRuleCheck(value: string, ruleCode: string): FieldCheckState {
  const text = value.trim();
  return useFieldCheck(text, text !== '', ruleCode, (one, signal) =>
    refusalOf(
      call(fieldCheckEndpoints.rule, { ruleCode, value: encodeURIComponent(one) }, { signal, notices: 'none' }),
      'field-check.rule-failed',
    ),
  );
}
